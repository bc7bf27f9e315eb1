// What the audio kernels offer, free of N-API so that they can be read (and timed) on their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// Builds a hot function once per instruction set and picks one when the addon is loaded.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define ASSAY_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define ASSAY_CLONES
#endif

namespace assay {

// Frames are transformed this many at a time, one per vector lane, so that no step of the FFT needs a shuffle.
constexpr size_t kLanes = 16;

// Power spectrum of `kLanes` real signals at once. `size` is a power of two, at least 8.
class RealFft {
 public:
  explicit RealFft(size_t size);
  size_t size() const { return size_; }
  // `signal`: size × kLanes, sample-major (lane innermost). `power`: (size/2 + 1) × kLanes.
  void Power(const float* signal, float* power);

 private:
  size_t size_;
  std::vector<float> cos_, sin_;            // e^(-2πik/(size/2)), for the half-size complex transform
  std::vector<float> split_cos_, split_sin_;  // e^(-2πik/size), to take the two interleaved halves apart
  std::vector<uint32_t> reversed_;
  std::vector<float> re_, im_;
};

// Power of the transform of N reals, from that of the N/2 complex numbers made of their even and odd samples: half = N/2, and
// `cosines`, `sines` are e^(-2πik/N) for k up to half. All of them × kLanes; `power` has half + 1.
void SplitPower(const float* re, const float* im, const float* cosines, const float* sines, size_t half, float* power);

enum class Window { kHann, kHamming, kRectangular };

struct MelOptions {
  double sample_rate_hz;
  size_t window_samples;
  size_t hop_samples;
  size_t fft_size;
  size_t bands;
  double low_hz;
  double high_hz;
  Window window;
};

inline size_t MelFrames(size_t samples, const MelOptions& options) {
  if (samples <= options.window_samples) return 1;
  return 1 + (samples - options.window_samples) / options.hop_samples;
}

// Fills `out` (frames × bands) with log(M + 1e-7·max(M) + 1e-10), M the band powers.
void LogMel(const float* samples, size_t count, const MelOptions& options, float* out);

// Fills `out` (bands × frames) with Whisper's picture of `count` samples at 16 kHz, as if zeros followed up to `frames` × 10 ms.
void WhisperMel(const float* samples, size_t count, size_t bands, size_t frames, float* out);

// Best path through a chain of states. See viterbi.cc.
double Viterbi(const float* log_probabilities, size_t frames, size_t classes, const int32_t* labels,
               const uint8_t* skippable, size_t states, int32_t* path);

// States that each expect a class and may last; a path moves along arcs, each of which has a (log) cost, usually 0 or less.
struct PathGraph {
  size_t states;
  const int32_t* label;
  // states + 1 entries: the arcs into state s are before[before_first[s]] up to before_first[s + 1], at most 254 of them.
  const int32_t* before_first;
  const int32_t* before;
  const float* cost;
  // What beginning in a state costs; -infinity where no path may begin.
  const float* begin;
  const uint8_t* ends;
};

// Best path through the graph, one state a frame. Returns its log probability, or -infinity where there is none.
double BestPath(const float* log_probabilities, size_t frames, size_t classes, const PathGraph& graph, int32_t* path);

}  // namespace assay
