// The log-mel picture that Whisper hears: 25 ms Hann windows every 10 ms around their frame's middle, 201 bins, slaney's mel bands.
#include <algorithm>
#include <cmath>

#include "kernel.h"

namespace assay {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr size_t kWindow = 400;
constexpr size_t kHop = 160;
constexpr size_t kHalf = kWindow / 2;
constexpr double kRateHz = 16000;

// Real and imaginary parts of kHalf complex numbers, kLanes of each, lane innermost.
struct Signal {
  std::vector<float> re = std::vector<float>(kHalf * kLanes);
  std::vector<float> im = std::vector<float>(kHalf * kLanes);
};

// One pass of Stockham's transform: `length` points still to be taken apart by `Radix`, `stride` transforms side by side.
// `turn_re`, `turn_im`: e^(-2πik/kHalf) for all k.
template <size_t Radix>
inline void Pass(size_t length, size_t stride, const float* __restrict turn_re, const float* __restrict turn_im,
                 const float* __restrict from_re, const float* __restrict from_im, float* __restrict to_re,
                 float* __restrict to_im) {
  const size_t part = length / Radix;
  const size_t step = kHalf / length;
  float root_re[Radix], root_im[Radix];
  for (size_t k = 0; k < Radix; ++k) {
    root_re[k] = turn_re[k * (kHalf / Radix)];
    root_im[k] = turn_im[k * (kHalf / Radix)];
  }
  for (size_t p = 0; p < part; ++p) {
    for (size_t q = 0; q < stride; ++q) {
      for (size_t j = 0; j < Radix; ++j) {
        float sum_re[kLanes] = {}, sum_im[kLanes] = {};
        for (size_t k = 0; k < Radix; ++k) {
          const float wr = root_re[j * k % Radix], wi = root_im[j * k % Radix];
          const float* ar = from_re + (q + stride * (p + k * part)) * kLanes;
          const float* ai = from_im + (q + stride * (p + k * part)) * kLanes;
          for (size_t lane = 0; lane < kLanes; ++lane) {
            sum_re[lane] += ar[lane] * wr - ai[lane] * wi;
            sum_im[lane] += ar[lane] * wi + ai[lane] * wr;
          }
        }
        const float wr = turn_re[j * p * step], wi = turn_im[j * p * step];
        float* br = to_re + (q + stride * (Radix * p + j)) * kLanes;
        float* bi = to_im + (q + stride * (Radix * p + j)) * kLanes;
        for (size_t lane = 0; lane < kLanes; ++lane) {
          br[lane] = sum_re[lane] * wr - sum_im[lane] * wi;
          bi[lane] = sum_re[lane] * wi + sum_im[lane] * wr;
        }
      }
    }
  }
}

// 200 = 5 · 5 · 4 · 2: after an even number of passes the result lies where the signal was.
ASSAY_CLONES void Transform(const float* __restrict turn_re, const float* __restrict turn_im, float* __restrict re,
                            float* __restrict im, float* __restrict other_re, float* __restrict other_im) {
  Pass<5>(200, 1, turn_re, turn_im, re, im, other_re, other_im);
  Pass<5>(40, 5, turn_re, turn_im, other_re, other_im, re, im);
  Pass<4>(8, 25, turn_re, turn_im, re, im, other_re, other_im);
  Pass<2>(2, 100, turn_re, turn_im, other_re, other_im, re, im);
}

ASSAY_CLONES void SumBand(const float* __restrict power, const float* __restrict weights, size_t count,
                          float* __restrict sums) {
  float lanes[kLanes] = {};
  for (size_t i = 0; i < count; ++i) {
    for (size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += weights[i] * power[i * kLanes + lane];
  }
  for (size_t lane = 0; lane < kLanes; ++lane) sums[lane] = lanes[lane];
}

struct Band {
  size_t first;
  std::vector<float> weights;
};

// Slaney's scale: linear up to 1 kHz, logarithmic above.
double Mel(double hz) { return hz < 1000 ? hz * 3 / 200 : 15 + std::log(hz / 1000) * 27 / std::log(6.4); }
double Hz(double mel) { return mel < 15 ? mel * 200 / 3 : 1000 * std::exp((mel - 15) * std::log(6.4) / 27); }

// Triangles of equal area, bins from 0 to half the rate.
std::vector<Band> MakeBands(size_t count) {
  const double top = Mel(kRateHz / 2);
  const auto edge = [&](size_t i) { return Hz(top * i / (count + 1)); };
  std::vector<Band> bands;
  for (size_t band = 0; band < count; ++band) {
    const double left = edge(band), middle = edge(band + 1), right = edge(band + 2);
    Band made{0, {}};
    for (size_t bin = 0; bin <= kHalf; ++bin) {
      const double hz = bin * kRateHz / kWindow;
      const double weight = std::min((hz - left) / (middle - left), (right - hz) / (right - middle));
      if (weight <= 0) continue;
      if (made.weights.empty()) made.first = bin;
      made.weights.push_back(static_cast<float>(weight * 2 / (right - left)));
    }
    bands.push_back(std::move(made));
  }
  return bands;
}

}  // namespace

void WhisperMel(const float* samples, size_t count, size_t bands_count, size_t frames, float* out) {
  const size_t length = frames * kHop;
  count = std::min(count, length);
  const std::vector<Band> bands = MakeBands(bands_count);
  std::vector<float> window(kWindow), turn_re(kHalf), turn_im(kHalf), split_re(kHalf + 1), split_im(kHalf + 1);
  for (size_t i = 0; i < kWindow; ++i) window[i] = static_cast<float>(0.5 - 0.5 * std::cos(2 * kPi * i / kWindow));
  for (size_t k = 0; k < kHalf; ++k) {
    turn_re[k] = static_cast<float>(std::cos(2 * kPi * k / kHalf));
    turn_im[k] = static_cast<float>(-std::sin(2 * kPi * k / kHalf));
  }
  for (size_t k = 0; k <= kHalf; ++k) {
    split_re[k] = static_cast<float>(std::cos(2 * kPi * k / kWindow));
    split_im[k] = static_cast<float>(-std::sin(2 * kPi * k / kWindow));
  }
  Signal signal, other;
  std::vector<float> power((kHalf + 1) * kLanes);
  float sums[kLanes];
  float loudest = 1e-10f;

  // Before and after the sound its mirror image is heard.
  const auto at = [&](ptrdiff_t i) -> float {
    if (i < 0) i = -i;
    const ptrdiff_t last = static_cast<ptrdiff_t>(length) - 1;
    if (i > last) i = 2 * last - i;
    return i >= 0 && static_cast<size_t>(i) < count ? samples[i] : 0.0f;
  };

  for (size_t first = 0; first < frames; first += kLanes) {
    const size_t lanes = std::min(kLanes, frames - first);
    // Behind the end of the sound there is nothing to transform.
    const bool silent = first * kHop >= count + kHalf && (first + lanes) * kHop + kHalf < 2 * length - count;
    if (silent) {
      std::fill(power.begin(), power.end(), 0.0f);
    } else {
      for (size_t i = 0; i < kWindow; ++i) {
        std::vector<float>& part = i % 2 == 0 ? signal.re : signal.im;
        for (size_t lane = 0; lane < kLanes; ++lane) {
          const ptrdiff_t index = static_cast<ptrdiff_t>((first + lane) * kHop + i) - static_cast<ptrdiff_t>(kHalf);
          part[i / 2 * kLanes + lane] = lane < lanes ? at(index) * window[i] : 0.0f;
        }
      }
      Transform(turn_re.data(), turn_im.data(), signal.re.data(), signal.im.data(), other.re.data(), other.im.data());
      SplitPower(signal.re.data(), signal.im.data(), split_re.data(), split_im.data(), kHalf, power.data());
    }
    for (size_t band = 0; band < bands_count; ++band) {
      const Band& b = bands[band];
      SumBand(power.data() + b.first * kLanes, b.weights.data(), b.weights.size(), sums);
      float* to = out + band * frames + first;
      for (size_t lane = 0; lane < lanes; ++lane) {
        to[lane] = std::max(sums[lane], 1e-10f);
        loudest = std::max(loudest, to[lane]);
      }
    }
  }
  // Sound that is 80 dB below the loudest is none.
  const float floor = std::log10(loudest) - 8.0f;
  for (size_t i = 0; i < bands_count * frames; ++i) out[i] = (std::max(std::log10(out[i]), floor) + 4.0f) / 4.0f;
}

}  // namespace assay
