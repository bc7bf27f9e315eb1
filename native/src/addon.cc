// The door between JavaScript and the kernels: checks every argument, so that no call can read past an array.
#include <napi.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernel.h"
#include "vector_scan.h"

namespace {

double Number(const Napi::Object& options, const char* name, double min, double max) {
  const Napi::Value value = options.Get(name);
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : -1;
  if (!(number >= min && number <= max)) {
    throw Napi::RangeError::New(options.Env(), std::string(name) + " is missing or out of range");
  }
  return number;
}

size_t Whole(const Napi::Object& options, const char* name, double min, double max) {
  return static_cast<size_t>(Number(options, name, min, max));
}

template <typename Array>
Array Typed(const Napi::CallbackInfo& info, size_t index, napi_typedarray_type type, const char* name) {
  if (!info[index].IsTypedArray() || info[index].As<Napi::TypedArray>().TypedArrayType() != type) {
    throw Napi::TypeError::New(info.Env(), std::string(name) + " has the wrong type");
  }
  return info[index].As<Array>();
}

assay::Window WindowKind(const Napi::Object& options) {
  const Napi::Value value = options.Get("windowKind");
  const std::string kind = value.IsString() ? value.As<Napi::String>().Utf8Value() : "";
  if (kind == "hann") return assay::Window::kHann;
  if (kind == "hamming") return assay::Window::kHamming;
  if (kind == "rectangular") return assay::Window::kRectangular;
  throw Napi::TypeError::New(options.Env(), "windowKind must be hann, hamming or rectangular");
}

Napi::Value LogMel(const Napi::CallbackInfo& info) {
  const auto samples = Typed<Napi::Float32Array>(info, 0, napi_float32_array, "samples");
  if (!info[1].IsObject()) throw Napi::TypeError::New(info.Env(), "options must be an object");
  const auto given = info[1].As<Napi::Object>();
  assay::MelOptions options;
  options.sample_rate_hz = Number(given, "sampleRateHz", 1000, 1e6);
  options.fft_size = Whole(given, "fftSize", 8, 65536);
  if (options.fft_size & (options.fft_size - 1)) {
    throw Napi::RangeError::New(info.Env(), "fftSize must be a power of two");
  }
  options.window_samples = Whole(given, "windowSamples", 1, static_cast<double>(options.fft_size));
  options.hop_samples = Whole(given, "hopSamples", 1, 1e6);
  options.bands = Whole(given, "bands", 1, 1024);
  options.low_hz = Number(given, "lowHz", 0, options.sample_rate_hz / 2);
  options.high_hz = Number(given, "highHz", options.low_hz + 1, options.sample_rate_hz / 2);
  options.window = WindowKind(given);

  const size_t frames = assay::MelFrames(samples.ElementLength(), options);
  auto data = Napi::Float32Array::New(info.Env(), frames * options.bands);
  assay::LogMel(samples.Data(), samples.ElementLength(), options, data.Data());
  auto result = Napi::Object::New(info.Env());
  result.Set("frames", static_cast<double>(frames));
  result.Set("bands", static_cast<double>(options.bands));
  result.Set("data", data);
  return result;
}

Napi::Value WhisperMel(const Napi::CallbackInfo& info) {
  const auto samples = Typed<Napi::Float32Array>(info, 0, napi_float32_array, "samples");
  const double bands = info[1].IsNumber() ? info[1].As<Napi::Number>().DoubleValue() : 0;
  const double frames = info[2].IsNumber() ? info[2].As<Napi::Number>().DoubleValue() : 0;
  // 400 samples are mirrored at the ends: fewer frames than three have no mirror image.
  if (!(bands >= 1 && bands <= 256) || !(frames >= 3 && frames <= 1e6)) {
    throw Napi::RangeError::New(info.Env(), "bands or frames is out of range");
  }
  const size_t band_count = static_cast<size_t>(bands), frame_count = static_cast<size_t>(frames);
  auto data = Napi::Float32Array::New(info.Env(), band_count * frame_count);
  assay::WhisperMel(samples.Data(), samples.ElementLength(), band_count, frame_count, data.Data());
  return data;
}

Napi::Value Viterbi(const Napi::CallbackInfo& info) {
  const auto log_probabilities = Typed<Napi::Float32Array>(info, 0, napi_float32_array, "logProbabilities");
  const double given_classes = info[1].IsNumber() ? info[1].As<Napi::Number>().DoubleValue() : 0;
  const auto labels = Typed<Napi::Int32Array>(info, 2, napi_int32_array, "labels");
  const auto skippable = Typed<Napi::Uint8Array>(info, 3, napi_uint8_array, "skippable");
  const size_t states = labels.ElementLength();
  if (!(given_classes >= 1 && given_classes <= 1e6) || skippable.ElementLength() != states) {
    throw Napi::RangeError::New(info.Env(), "classes or skippable does not fit the labels");
  }
  const size_t classes = static_cast<size_t>(given_classes);
  for (size_t s = 0; s < states; ++s) {
    if (labels[s] < 0 || static_cast<size_t>(labels[s]) >= classes) {
      throw Napi::RangeError::New(info.Env(), "a label is not a class");
    }
  }
  const size_t frames = log_probabilities.ElementLength() / classes;
  auto path = Napi::Int32Array::New(info.Env(), frames);
  const double score = assay::Viterbi(log_probabilities.Data(), frames, classes, labels.Data(),
                                      skippable.Data(), states, path.Data());
  auto result = Napi::Object::New(info.Env());
  result.Set("path", path);
  result.Set("score", score);
  return result;
}

Napi::Value BestPath(const Napi::CallbackInfo& info) {
  const auto log_probabilities = Typed<Napi::Float32Array>(info, 0, napi_float32_array, "logProbabilities");
  const double given_classes = info[1].IsNumber() ? info[1].As<Napi::Number>().DoubleValue() : 0;
  const auto label = Typed<Napi::Int32Array>(info, 2, napi_int32_array, "label");
  const auto before_first = Typed<Napi::Int32Array>(info, 3, napi_int32_array, "beforeFirst");
  const auto before = Typed<Napi::Int32Array>(info, 4, napi_int32_array, "before");
  const auto cost = Typed<Napi::Float32Array>(info, 5, napi_float32_array, "cost");
  const auto begin = Typed<Napi::Float32Array>(info, 6, napi_float32_array, "begin");
  const auto ends = Typed<Napi::Uint8Array>(info, 7, napi_uint8_array, "ends");
  const size_t states = label.ElementLength(), arcs = before.ElementLength();
  const auto require = [&info](bool holds, const char* what) {
    if (!holds) throw Napi::RangeError::New(info.Env(), what);
  };
  require(given_classes >= 1 && given_classes <= 1e6, "classes is out of range");
  const size_t classes = static_cast<size_t>(given_classes);
  require(before_first.ElementLength() == states + 1 && begin.ElementLength() == states &&
              ends.ElementLength() == states && cost.ElementLength() == arcs,
          "the graph's arrays do not fit each other");
  require(before_first[0] == 0 && before_first[states] == static_cast<int32_t>(arcs), "beforeFirst does not fit before");
  for (size_t s = 0; s < states; ++s) {
    require(label[s] >= 0 && static_cast<size_t>(label[s]) < classes, "a label is not a class");
    const int64_t count = static_cast<int64_t>(before_first[s + 1]) - before_first[s];
    require(count >= 0 && count < 255, "a state has too many arcs");
  }
  for (size_t a = 0; a < arcs; ++a) {
    require(before[a] >= 0 && static_cast<size_t>(before[a]) < states, "an arc begins in no state");
  }
  const size_t frames = log_probabilities.ElementLength() / classes;
  auto path = Napi::Int32Array::New(info.Env(), frames);
  const assay::PathGraph graph{states,      label.Data(), before_first.Data(), before.Data(),
                               cost.Data(), begin.Data(), ends.Data()};
  const double score = assay::BestPath(log_probabilities.Data(), frames, classes, graph, path.Data());
  auto result = Napi::Object::New(info.Env());
  result.Set("path", path);
  result.Set("score", score);
  return result;
}

assay::DotProcessor ProcessorNamed(const Napi::Object& options) {
  const auto& processors = assay::DotProcessors();
  const Napi::Value wanted = options.Get("processor");
  if (!wanted.IsString()) return processors.front();
  const std::string name = wanted.As<Napi::String>().Utf8Value();
  const auto found = std::find_if(processors.begin(), processors.end(), [&](const auto& one) { return name == one.name; });
  if (found == processors.end()) throw Napi::RangeError::New(options.Env(), "this machine has no processor of that name");
  return *found;
}

// One search, on a thread beside JavaScript's. It owns all that it reads, so that nothing can go while it is under way.
class Search : public Napi::AsyncWorker {
 public:
  Search(Napi::Env env, std::shared_ptr<const assay::MappedVectors> vectors, assay::DotKernel kernel,
         std::vector<int8_t> query, size_t limit, std::vector<uint8_t> allowed)
      : Napi::AsyncWorker(env),
        deferred_(Napi::Promise::Deferred::New(env)),
        vectors_(std::move(vectors)),
        kernel_(kernel),
        query_(std::move(query)),
        limit_(limit),
        allowed_(std::move(allowed)) {}

  Napi::Promise Promise() const { return deferred_.Promise(); }

 protected:
  void Execute() override {
    found_ = assay::Nearest(vectors_->values(), vectors_->rows(), vectors_->dimensions(), query_.data(), limit_,
                            allowed_.empty() ? nullptr : allowed_.data(), kernel_);
  }

  void OnOK() override {
    auto rows = Napi::Uint32Array::New(Env(), found_.size());
    auto dots = Napi::Int32Array::New(Env(), found_.size());
    for (size_t i = 0; i < found_.size(); ++i) {
      rows[i] = found_[i].row;
      dots[i] = found_[i].dot;
    }
    auto result = Napi::Object::New(Env());
    result.Set("rows", rows);
    result.Set("dots", dots);
    deferred_.Resolve(result);
  }

  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 private:
  Napi::Promise::Deferred deferred_;
  std::shared_ptr<const assay::MappedVectors> vectors_;
  assay::DotKernel kernel_;
  std::vector<int8_t> query_;
  size_t limit_;
  std::vector<uint8_t> allowed_;
  std::vector<assay::Near> found_;
};

Napi::Value MapVectors(const Napi::CallbackInfo& info) {
  if (!info[0].IsString() || !info[1].IsObject()) {
    throw Napi::TypeError::New(info.Env(), "a path and options are needed");
  }
  const auto options = info[1].As<Napi::Object>();
  const size_t offset = Whole(options, "offset", 1, 65536);
  const size_t rows = Whole(options, "rows", 0, 4294967295.0);
  const size_t dimensions = Whole(options, "dimensions", 1, 65536);
  const assay::DotKernel kernel = ProcessorNamed(options).kernel;
  std::shared_ptr<const assay::MappedVectors> mapped;
  try {
    mapped = std::make_shared<const assay::MappedVectors>(info[0].As<Napi::String>().Utf8Value(), offset, rows, dimensions);
  } catch (const std::exception& error) {
    throw Napi::Error::New(info.Env(), error.what());
  }
  // Held by both functions; `close` empties it, and the mapping goes with the last search under way.
  const auto held = std::make_shared<std::shared_ptr<const assay::MappedVectors>>(std::move(mapped));

  auto result = Napi::Object::New(info.Env());
  result.Set("nearest", Napi::Function::New(info.Env(), [held, kernel](const Napi::CallbackInfo& call) -> Napi::Value {
    const auto vectors = *held;
    if (!vectors) throw Napi::Error::New(call.Env(), "the file of vectors is closed");
    const auto query = Typed<Napi::Int8Array>(call, 0, napi_int8_array, "query");
    if (query.ElementLength() != vectors->dimensions()) {
      throw Napi::RangeError::New(call.Env(), "the query has other dimensions than the rows");
    }
    const double limit = call[1].IsNumber() ? call[1].As<Napi::Number>().DoubleValue() : -1;
    if (!(limit >= 0 && limit <= 4294967295.0)) throw Napi::RangeError::New(call.Env(), "limit is out of range");
    std::vector<uint8_t> allowed;
    if (!call[2].IsUndefined() && vectors->rows() > 0) {
      const auto given = Typed<Napi::Uint8Array>(call, 2, napi_uint8_array, "allowed");
      if (given.ElementLength() != vectors->rows()) {
        throw Napi::RangeError::New(call.Env(), "allowed does not have a byte for each row");
      }
      allowed.assign(given.Data(), given.Data() + given.ElementLength());
    }
    auto* search = new Search(call.Env(), vectors, kernel,
                              std::vector<int8_t>(query.Data(), query.Data() + query.ElementLength()),
                              static_cast<size_t>(limit), std::move(allowed));
    const auto promise = search->Promise();
    search->Queue();
    return promise;
  }, "nearest"));
  result.Set("close", Napi::Function::New(info.Env(), [held](const Napi::CallbackInfo&) { held->reset(); }, "close"));
  return result;
}

Napi::Value VectorProcessors(const Napi::CallbackInfo& info) {
  auto names = Napi::Array::New(info.Env());
  for (const auto& [name, kernel] : assay::DotProcessors()) names.Set(names.Length(), name);
  return names;
}

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports.Set("logMel", Napi::Function::New(env, LogMel, "logMel"));
  exports.Set("whisperMel", Napi::Function::New(env, WhisperMel, "whisperMel"));
  exports.Set("viterbi", Napi::Function::New(env, Viterbi, "viterbi"));
  exports.Set("bestPath", Napi::Function::New(env, BestPath, "bestPath"));
  exports.Set("mapVectors", Napi::Function::New(env, MapVectors, "mapVectors"));
  exports.Set("vectorProcessors", Napi::Function::New(env, VectorProcessors, "vectorProcessors"));
  return exports;
}

}  // namespace

NODE_API_MODULE(assay_native, Init)
