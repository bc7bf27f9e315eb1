// Exact search among the 8-bit vectors of a file that is mapped into memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace assay {

// Sums of products of `query` and rows of `base`: out[i] belongs to row which[i]. Integers of 32 bits: exact up to 65,536 dimensions.
using DotKernel = void (*)(const int8_t* base, const uint32_t* which, size_t count, const int8_t* query,
                           size_t dimensions, int32_t* out);

struct DotProcessor {
  const char* name;
  DotKernel kernel;
};

// Those that this machine has, the fastest first; the last is "scalar".
const std::vector<DotProcessor>& DotProcessors();

// A file's rows, read-only. The file must never be written to or cut while it is mapped: replace it.
class MappedVectors {
 public:
  // Throws std::runtime_error where the file cannot be read or does not hold exactly `offset` bytes and the rows.
  MappedVectors(const std::string& path, size_t offset, size_t rows, size_t dimensions);
  ~MappedVectors();
  MappedVectors(const MappedVectors&) = delete;
  MappedVectors& operator=(const MappedVectors&) = delete;

  size_t rows() const { return rows_; }
  size_t dimensions() const { return dimensions_; }
  const int8_t* values() const { return static_cast<const int8_t*>(mapping_) + offset_; }

 private:
  size_t offset_, rows_, dimensions_, size_;
  void* mapping_;
};

struct Near {
  uint32_t row;
  int32_t dot;
};

// The `limit` rows with the largest products, largest first, equal ones in the order of the rows. `allowed`: a byte a row, or null for all.
std::vector<Near> Nearest(const int8_t* values, size_t rows, size_t dimensions, const int8_t* query, size_t limit,
                          const uint8_t* allowed, DotKernel kernel);

}  // namespace assay
