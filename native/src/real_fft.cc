#include <cmath>

#include "kernel.h"

namespace assay {

namespace {

constexpr double kPi = 3.14159265358979323846;

// Radix-2 butterflies, in place, on bit-reversed input. Every inner loop runs over the lanes.
ASSAY_CLONES void Butterflies(float* __restrict re, float* __restrict im, const float* __restrict cosines,
                              const float* __restrict sines, size_t half) {
  for (size_t span = 1; span < half; span *= 2) {
    const size_t stride = half / (2 * span);
    for (size_t block = 0; block < half; block += 2 * span) {
      for (size_t k = 0; k < span; ++k) {
        const float wr = cosines[k * stride], wi = sines[k * stride];
        float* ar = re + (block + k) * kLanes;
        float* ai = im + (block + k) * kLanes;
        float* br = re + (block + k + span) * kLanes;
        float* bi = im + (block + k + span) * kLanes;
        for (size_t lane = 0; lane < kLanes; ++lane) {
          const float tr = br[lane] * wr - bi[lane] * wi;
          const float ti = br[lane] * wi + bi[lane] * wr;
          br[lane] = ar[lane] - tr;
          bi[lane] = ai[lane] - ti;
          ar[lane] += tr;
          ai[lane] += ti;
        }
      }
    }
  }
}

}  // namespace

// The transform of N reals from the N/2 complex numbers made of their even and odd samples.
ASSAY_CLONES void SplitPower(const float* __restrict re, const float* __restrict im,
                             const float* __restrict cosines, const float* __restrict sines, size_t half,
                             float* __restrict power) {
  for (size_t k = 0; k <= half; ++k) {
    const float* ar = re + (k % half) * kLanes;
    const float* ai = im + (k % half) * kLanes;
    const float* br = re + ((half - k) % half) * kLanes;
    const float* bi = im + ((half - k) % half) * kLanes;
    const float wr = cosines[k], wi = sines[k];
    float* to = power + k * kLanes;
    for (size_t lane = 0; lane < kLanes; ++lane) {
      const float even_r = 0.5f * (ar[lane] + br[lane]), even_i = 0.5f * (ai[lane] - bi[lane]);
      const float odd_r = 0.5f * (ai[lane] + bi[lane]), odd_i = 0.5f * (br[lane] - ar[lane]);
      const float x = even_r + (wr * odd_r - wi * odd_i);
      const float y = even_i + (wr * odd_i + wi * odd_r);
      to[lane] = x * x + y * y;
    }
  }
}

RealFft::RealFft(size_t size) : size_(size) {
  const size_t half = size / 2;
  cos_.resize(half / 2);
  sin_.resize(half / 2);
  for (size_t k = 0; k < half / 2; ++k) {
    cos_[k] = static_cast<float>(std::cos(2 * kPi * k / half));
    sin_[k] = static_cast<float>(-std::sin(2 * kPi * k / half));
  }
  split_cos_.resize(half + 1);
  split_sin_.resize(half + 1);
  for (size_t k = 0; k <= half; ++k) {
    split_cos_[k] = static_cast<float>(std::cos(2 * kPi * k / size));
    split_sin_[k] = static_cast<float>(-std::sin(2 * kPi * k / size));
  }
  reversed_.resize(half);
  for (size_t index = 0; index < half; ++index) {
    uint32_t from = static_cast<uint32_t>(index), to = 0;
    for (size_t bit = 1; bit < half; bit *= 2) {
      to = (to << 1) | (from & 1);
      from >>= 1;
    }
    reversed_[index] = to;
  }
  re_.resize(half * kLanes);
  im_.resize(half * kLanes);
}

void RealFft::Power(const float* signal, float* power) {
  const size_t half = size_ / 2;
  for (size_t index = 0; index < half; ++index) {
    const float* from = signal + 2 * reversed_[index] * kLanes;
    for (size_t lane = 0; lane < kLanes; ++lane) {
      re_[index * kLanes + lane] = from[lane];
      im_[index * kLanes + lane] = from[kLanes + lane];
    }
  }
  Butterflies(re_.data(), im_.data(), cos_.data(), sin_.data(), half);
  SplitPower(re_.data(), im_.data(), split_cos_.data(), split_sin_.data(), half, power);
}

}  // namespace assay
