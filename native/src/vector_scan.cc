#include "vector_scan.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#if defined(__x86_64__) && defined(__GNUC__)
#define ASSAY_X86 1
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define ASSAY_NEON 1
#include <arm_neon.h>
#endif

namespace assay {

namespace {

int32_t ScalarDot(const int8_t* a, const int8_t* b, size_t count) {
  int32_t sum = 0;
  for (size_t i = 0; i < count; ++i) sum += static_cast<int32_t>(a[i]) * b[i];
  return sum;
}

void ScalarDots(const int8_t* base, const uint32_t* which, size_t count, const int8_t* query, size_t dimensions,
                int32_t* out) {
  for (size_t i = 0; i < count; ++i) out[i] = ScalarDot(base + which[i] * dimensions, query, dimensions);
}

#ifdef ASSAY_X86

// The instruction multiplies unsigned by signed bytes. A row's bytes with their highest bit turned are the row plus 128; what that adds,
// 128 times the sum of the query, is the same for every row.
__attribute__((target("avx512f,avx512bw,avx512vnni"))) void VnniDots(const int8_t* base, const uint32_t* which,
                                                                     size_t count, const int8_t* query,
                                                                     size_t dimensions, int32_t* out) {
  const size_t whole = dimensions / 64 * 64;
  const __m512i turn = _mm512_set1_epi8(static_cast<char>(0x80));
  int32_t surplus = 0;
  for (size_t d = 0; d < whole; ++d) surplus += 128 * query[d];
  for (size_t i = 0; i < count; ++i) {
    const int8_t* row = base + which[i] * dimensions;
    // Two sums, so that one need not wait for the other.
    __m512i even = _mm512_setzero_si512(), odd = _mm512_setzero_si512();
    size_t d = 0;
    for (; d + 128 <= whole; d += 128) {
      even = _mm512_dpbusd_epi32(even, _mm512_xor_si512(_mm512_loadu_si512(row + d), turn),
                                 _mm512_loadu_si512(query + d));
      odd = _mm512_dpbusd_epi32(odd, _mm512_xor_si512(_mm512_loadu_si512(row + d + 64), turn),
                                _mm512_loadu_si512(query + d + 64));
    }
    if (d < whole) {
      even = _mm512_dpbusd_epi32(even, _mm512_xor_si512(_mm512_loadu_si512(row + d), turn),
                                 _mm512_loadu_si512(query + d));
    }
    out[i] = _mm512_reduce_add_epi32(_mm512_add_epi32(even, odd)) - surplus +
             ScalarDot(row + whole, query + whole, dimensions - whole);
  }
}

__attribute__((target("avx2"))) void Avx2Dots(const int8_t* base, const uint32_t* which, size_t count,
                                              const int8_t* query, size_t dimensions, int32_t* out) {
  const size_t whole = dimensions / 32 * 32;
  // As 16 bits once for all rows; no product of bytes, nor the sum of two, leaves 32 bits.
  std::vector<int16_t> wide(query, query + whole);
  for (size_t i = 0; i < count; ++i) {
    const int8_t* row = base + which[i] * dimensions;
    __m256i even = _mm256_setzero_si256(), odd = _mm256_setzero_si256();
    for (size_t d = 0; d < whole; d += 32) {
      const __m256i low = _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(row + d)));
      const __m256i high = _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(row + d + 16)));
      const __m256i* asked = reinterpret_cast<const __m256i*>(wide.data() + d);
      even = _mm256_add_epi32(even, _mm256_madd_epi16(low, _mm256_loadu_si256(asked)));
      odd = _mm256_add_epi32(odd, _mm256_madd_epi16(high, _mm256_loadu_si256(asked + 1)));
    }
    const __m256i both = _mm256_add_epi32(even, odd);
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
    out[i] = _mm_cvtsi128_si32(sum) + ScalarDot(row + whole, query + whole, dimensions - whole);
  }
}

#endif

#ifdef ASSAY_NEON

void NeonDots(const int8_t* base, const uint32_t* which, size_t count, const int8_t* query, size_t dimensions,
              int32_t* out) {
  const size_t whole = dimensions / 16 * 16;
  for (size_t i = 0; i < count; ++i) {
    const int8_t* row = base + which[i] * dimensions;
    int32x4_t low = vdupq_n_s32(0), high = vdupq_n_s32(0);
    for (size_t d = 0; d < whole; d += 16) {
      const int8x16_t mine = vld1q_s8(row + d), asked = vld1q_s8(query + d);
      low = vpadalq_s16(low, vmull_s8(vget_low_s8(mine), vget_low_s8(asked)));
      high = vpadalq_s16(high, vmull_s8(vget_high_s8(mine), vget_high_s8(asked)));
    }
    out[i] = vaddvq_s32(vaddq_s32(low, high)) + ScalarDot(row + whole, query + whole, dimensions - whole);
  }
}

#endif

std::runtime_error Fault(const std::string& what) { return std::runtime_error(what + ": " + std::strerror(errno)); }

}  // namespace

const std::vector<DotProcessor>& DotProcessors() {
  static const std::vector<DotProcessor> found = [] {
    std::vector<DotProcessor> list;
#ifdef ASSAY_X86
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw")) {
      list.push_back({"avx512vnni", VnniDots});
    }
    if (__builtin_cpu_supports("avx2")) list.push_back({"avx2", Avx2Dots});
#endif
#ifdef ASSAY_NEON
    list.push_back({"neon", NeonDots});
#endif
    list.push_back({"scalar", ScalarDots});
    return list;
  }();
  return found;
}

MappedVectors::MappedVectors(const std::string& path, size_t offset, size_t rows, size_t dimensions)
    : offset_(offset), rows_(rows), dimensions_(dimensions), size_(offset + rows * dimensions) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw Fault("The file of vectors cannot be opened");
  struct stat found;
  if (fstat(file, &found) != 0 || static_cast<uint64_t>(found.st_size) != size_) {
    close(file);
    throw std::runtime_error("The file of vectors has another size than its rows.");
  }
  mapping_ = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (mapping_ == MAP_FAILED) throw Fault("The file of vectors cannot be mapped");
}

MappedVectors::~MappedVectors() { munmap(mapping_, size_); }

std::vector<Near> Nearest(const int8_t* values, size_t rows, size_t dimensions, const int8_t* query, size_t limit,
                          const uint8_t* allowed, DotKernel kernel) {
  constexpr size_t kBlock = 1024;
  const auto is_nearer = [](const Near& a, const Near& b) { return a.dot != b.dot ? a.dot > b.dot : a.row < b.row; };
  // A heap whose first is the farthest of those kept.
  std::vector<Near> kept;
  kept.reserve(std::min(limit, rows) + 1);
  std::vector<uint32_t> which(kBlock);
  std::vector<int32_t> dots(kBlock);
  for (size_t row = 0; row < rows && limit > 0;) {
    size_t count = 0;
    for (; row < rows && count < kBlock; ++row) {
      if (!allowed || allowed[row]) which[count++] = static_cast<uint32_t>(row);
    }
    kernel(values, which.data(), count, query, dimensions, dots.data());
    for (size_t i = 0; i < count; ++i) {
      // Of equal ones the first stay: they were met before.
      if (kept.size() == limit && dots[i] <= kept.front().dot) continue;
      kept.push_back({which[i], dots[i]});
      std::push_heap(kept.begin(), kept.end(), is_nearer);
      if (kept.size() > limit) {
        std::pop_heap(kept.begin(), kept.end(), is_nearer);
        kept.pop_back();
      }
    }
  }
  std::sort_heap(kept.begin(), kept.end(), is_nearer);
  return kept;
}

}  // namespace assay
