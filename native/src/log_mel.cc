#include <algorithm>
#include <cmath>

#include "kernel.h"

namespace assay {

namespace {

constexpr double kPi = 3.14159265358979323846;

double Mel(double hz) { return 2595.0 * std::log10(1.0 + hz / 700.0); }
double Hz(double mel) { return 700.0 * (std::pow(10.0, mel / 2595.0) - 1.0); }

// Symmetric windows without their zero end points: the first sample counts.
std::vector<float> MakeWindow(size_t length, Window kind) {
  std::vector<float> window(length, 1.0f);
  if (kind == Window::kRectangular) return window;
  const double a = kind == Window::kHann ? 0.5 : 0.54;
  for (size_t i = 0; i < length; ++i) {
    window[i] = static_cast<float>(a - (1 - a) * std::cos(2 * kPi * (i + 1) / (length + 1)));
  }
  return window;
}

// One triangle of the filter bank: weights of bins `first`, `first + 1`, …, with sum 1.
struct Band {
  size_t first;
  std::vector<float> weights;
};

std::vector<Band> MakeBands(const MelOptions& options) {
  const size_t bins = options.fft_size / 2 + 1;
  const double bin_hz = options.sample_rate_hz / options.fft_size;
  const double low = Mel(options.low_hz), high = Mel(options.high_hz);
  const auto edge = [&](size_t i) { return Hz(low + (high - low) * i / (options.bands + 1)); };
  std::vector<Band> bands;
  for (size_t band = 0; band < options.bands; ++band) {
    const double left = edge(band), middle = edge(band + 1), right = edge(band + 2);
    Band made{0, {}};
    std::vector<double> weights;
    double sum = 0;
    for (size_t bin = 0; bin < bins; ++bin) {
      const double hz = bin * bin_hz;
      const double weight = std::min((hz - left) / (middle - left), (right - hz) / (right - middle));
      if (weight <= 0) continue;
      if (weights.empty()) made.first = bin;
      weights.push_back(weight);
      sum += weight;
    }
    if (weights.empty()) {
      // A band narrower than a bin hears the nearest one.
      made.first = std::min(bins - 1, static_cast<size_t>(std::lround(middle / bin_hz)));
      weights.push_back(1);
      sum = 1;
    }
    for (double weight : weights) made.weights.push_back(static_cast<float>(weight / sum));
    bands.push_back(std::move(made));
  }
  return bands;
}

ASSAY_CLONES void SumBand(const float* __restrict power, const float* __restrict weights, size_t count,
                          float* __restrict sums) {
  float lanes[kLanes] = {};
  for (size_t i = 0; i < count; ++i) {
    for (size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += weights[i] * power[i * kLanes + lane];
  }
  for (size_t lane = 0; lane < kLanes; ++lane) sums[lane] = lanes[lane];
}

}  // namespace

void LogMel(const float* samples, size_t count, const MelOptions& options, float* out) {
  const size_t frames = MelFrames(count, options);
  const std::vector<float> window = MakeWindow(options.window_samples, options.window);
  const std::vector<Band> bands = MakeBands(options);
  RealFft fft(options.fft_size);
  std::vector<float> signal(options.fft_size * kLanes, 0.0f);
  std::vector<float> power((options.fft_size / 2 + 1) * kLanes);
  float sums[kLanes];
  float loudest = 0;

  for (size_t first = 0; first < frames; first += kLanes) {
    const size_t lanes = std::min(kLanes, frames - first);
    for (size_t i = 0; i < options.window_samples; ++i) {
      for (size_t lane = 0; lane < kLanes; ++lane) {
        const size_t at = (first + lane) * options.hop_samples + i;
        signal[i * kLanes + lane] = lane < lanes && at < count ? samples[at] * window[i] : 0.0f;
      }
    }
    fft.Power(signal.data(), power.data());
    for (size_t band = 0; band < bands.size(); ++band) {
      const Band& b = bands[band];
      SumBand(power.data() + b.first * kLanes, b.weights.data(), b.weights.size(), sums);
      for (size_t lane = 0; lane < lanes; ++lane) {
        out[(first + lane) * options.bands + band] = sums[lane];
        loudest = std::max(loudest, sums[lane]);
      }
    }
  }
  const float floor = 1e-7f * loudest + 1e-10f;
  for (size_t i = 0; i < frames * options.bands; ++i) out[i] = std::log(out[i] + floor);
}

}  // namespace assay
