// The door to the beam search: checks every array once, when a decoder is made, and every call's own arguments.
#include <napi.h>

#include <limits>
#include <memory>
#include <string>

#include "beam.h"

namespace {

template <typename T>
std::vector<T> Values(const Napi::Object& from, const char* name, napi_typedarray_type type) {
  const Napi::Value value = from.Get(name);
  if (!value.IsTypedArray() || value.As<Napi::TypedArray>().TypedArrayType() != type) {
    throw Napi::TypeError::New(from.Env(), std::string(name) + " has the wrong type");
  }
  const auto array = value.As<Napi::TypedArrayOf<T>>();
  return std::vector<T>(array.Data(), array.Data() + array.ElementLength());
}

void Require(const Napi::Env& env, bool holds, const char* what) {
  if (!holds) throw Napi::RangeError::New(env, std::string(what) + " does not fit");
}

// Whether `first` divides `items` things among its owners: rising from 0 to the end.
bool Divides(const std::vector<int32_t>& first, size_t owners, size_t items) {
  if (first.size() != owners + 1 || first.front() != 0 || first.back() != static_cast<int32_t>(items)) return false;
  for (size_t i = 0; i < owners; ++i) {
    if (first[i + 1] < first[i]) return false;
  }
  return true;
}

bool AllBelow(const std::vector<uint16_t>& values, size_t limit) {
  for (const uint16_t value : values) {
    if (value >= limit) return false;
  }
  return true;
}

assay::TrigramModel ModelFrom(const Napi::Object& given) {
  const Napi::Env env = given.Env();
  assay::TrigramModel model;
  model.unigram = Values<float>(given, "unigram", napi_float32_array);
  model.unigram_backoff = Values<float>(given, "unigramBackoff", napi_float32_array);
  model.bigram_first = Values<int32_t>(given, "bigramFirst", napi_int32_array);
  model.bigram_word = Values<uint16_t>(given, "bigramWord", napi_uint16_array);
  model.bigram = Values<float>(given, "bigram", napi_float32_array);
  model.bigram_backoff = Values<float>(given, "bigramBackoff", napi_float32_array);
  model.trigram_first = Values<int32_t>(given, "trigramFirst", napi_int32_array);
  model.trigram_word = Values<uint16_t>(given, "trigramWord", napi_uint16_array);
  model.trigram = Values<float>(given, "trigram", napi_float32_array);
  const size_t words = model.unigram.size(), bigrams = model.bigram.size();
  Require(env, words > 0 && words <= 65536 && model.unigram_backoff.size() == words, "unigram");
  Require(env, words + bigrams < (1u << 24) && model.bigram_backoff.size() == bigrams, "bigram");
  Require(env, model.bigram_word.size() == bigrams && AllBelow(model.bigram_word, words), "bigramWord");
  Require(env, Divides(model.bigram_first, words, bigrams), "bigramFirst");
  const size_t trigrams = model.trigram.size();
  Require(env, model.trigram_word.size() == trigrams && AllBelow(model.trigram_word, words), "trigramWord");
  Require(env, Divides(model.trigram_first, bigrams, trigrams), "trigramFirst");
  return model;
}

assay::WordTree TreeFrom(const Napi::Object& given, size_t words) {
  const Napi::Env env = given.Env();
  assay::WordTree tree;
  tree.symbol = Values<uint8_t>(given, "symbol", napi_uint8_array);
  tree.child_first = Values<int32_t>(given, "childFirst", napi_int32_array);
  tree.word_first = Values<int32_t>(given, "wordFirst", napi_int32_array);
  tree.word_of = Values<uint16_t>(given, "wordOf", napi_uint16_array);
  const size_t nodes = tree.symbol.size();
  Require(env, nodes > 0 && tree.child_first.size() == nodes + 1 && tree.child_first.front() == 1, "childFirst");
  for (size_t node = 0; node < nodes; ++node) {
    const int32_t first = tree.child_first[node], end = tree.child_first[node + 1];
    Require(env, first <= end && end <= static_cast<int32_t>(nodes), "childFirst");
    Require(env, first == end || first > static_cast<int32_t>(node), "childFirst");
    Require(env, node == 0 || tree.symbol[node] != 0, "symbol");
  }
  Require(env, Divides(tree.word_first, nodes, tree.word_of.size()) && AllBelow(tree.word_of, words), "wordOf");
  return tree;
}

double Option(const Napi::Object& options, const char* name, double min, double max) {
  const Napi::Value value = options.Get(name);
  const double number = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : std::numeric_limits<double>::quiet_NaN();
  if (!(number >= min && number <= max)) {
    throw Napi::RangeError::New(options.Env(), std::string(name) + " is missing or out of range");
  }
  return number;
}

Napi::Int32Array Ints(Napi::Env env, const std::vector<int32_t>& values) {
  auto array = Napi::Int32Array::New(env, values.size());
  std::copy(values.begin(), values.end(), array.Data());
  return array;
}

Napi::Float32Array Floats(Napi::Env env, const std::vector<float>& values) {
  auto array = Napi::Float32Array::New(env, values.size());
  std::copy(values.begin(), values.end(), array.Data());
  return array;
}

// JavaScript's handle on a decoder.
class Beam : public Napi::ObjectWrap<Beam> {
 public:
  static Napi::Function Define(Napi::Env env) {
    return DefineClass(env, "BeamDecoder", {InstanceMethod<&Beam::Decode>("decode")});
  }

  explicit Beam(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Beam>(info) {
    if (!info[0].IsObject() || !info[1].IsObject()) {
      throw Napi::TypeError::New(info.Env(), "a language model and a tree are needed");
    }
    assay::TrigramModel model = ModelFrom(info[0].As<Napi::Object>());
    assay::WordTree tree = TreeFrom(info[1].As<Napi::Object>(), model.unigram.size());
    decoder_ = std::make_unique<assay::BeamDecoder>(std::move(model), std::move(tree));
  }

 private:
  Napi::Value Decode(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    if (!info[0].IsTypedArray() || info[0].As<Napi::TypedArray>().TypedArrayType() != napi_float32_array) {
      throw Napi::TypeError::New(env, "logProbabilities has the wrong type");
    }
    const auto log_probabilities = info[0].As<Napi::Float32Array>();
    const double given = info[1].IsNumber() ? info[1].As<Napi::Number>().DoubleValue() : 0;
    Require(env, given >= 1 && given <= 256, "classes");
    const size_t classes = static_cast<size_t>(given);
    for (const uint8_t symbol : decoder_->tree().symbol) Require(env, symbol < classes, "symbol");
    if (!info[2].IsObject()) throw Napi::TypeError::New(env, "options must be an object");
    const auto options = info[2].As<Napi::Object>();
    const double last_word = static_cast<double>(decoder_->words()) - 1;
    assay::BeamOptions o;
    o.lm_weight = static_cast<float>(Option(options, "lmWeight", 0, 100));
    o.word_bonus = static_cast<float>(Option(options, "wordBonus", -100, 100));
    o.beam = static_cast<float>(Option(options, "beam", 0, 1e6));
    o.max_tokens = static_cast<size_t>(Option(options, "maxTokens", 1, 1e6));
    o.min_symbol = static_cast<float>(Option(options, "minSymbol", -1e9, 0));
    o.lattice_beam = static_cast<float>(Option(options, "latticeBeam", 0, 1e6));
    o.begin_word = static_cast<uint16_t>(Option(options, "beginWord", 0, last_word));
    o.end_word = static_cast<uint16_t>(Option(options, "endWord", 0, last_word));
    o.begin_symbol = static_cast<uint8_t>(Option(options, "beginSymbol", 0, given - 1));
    o.blank_inside = options.Get("blankInside").ToBoolean();

    const size_t frames = log_probabilities.ElementLength() / classes;
    const assay::Lattice found = decoder_->Decode(log_probabilities.Data(), frames, classes, o);
    auto lattice = Napi::Object::New(env);
    lattice.Set("nodes", static_cast<double>(found.nodes));
    lattice.Set("from", Ints(env, found.from));
    lattice.Set("to", Ints(env, found.to));
    lattice.Set("word", Ints(env, found.word));
    lattice.Set("frame", Ints(env, found.frame));
    lattice.Set("acoustic", Floats(env, found.acoustic));
    lattice.Set("language", Floats(env, found.language));
    return lattice;
  }

  std::unique_ptr<assay::BeamDecoder> decoder_;
};

Napi::Value GraphScore(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!info[0].IsTypedArray() || info[0].As<Napi::TypedArray>().TypedArrayType() != napi_float32_array) {
    throw Napi::TypeError::New(env, "probabilities has the wrong type");
  }
  const auto probabilities = info[0].As<Napi::Float32Array>();
  const double given = info[1].IsNumber() ? info[1].As<Napi::Number>().DoubleValue() : 0;
  Require(env, given >= 1 && given <= 256, "classes");
  const size_t classes = static_cast<size_t>(given);
  if (!info[2].IsObject()) throw Napi::TypeError::New(env, "graph must be an object");
  const auto from = info[2].As<Napi::Object>();
  assay::StateGraph graph;
  graph.label = Values<int32_t>(from, "label", napi_int32_array);
  graph.before_first = Values<int32_t>(from, "beforeFirst", napi_int32_array);
  graph.before = Values<int32_t>(from, "before", napi_int32_array);
  graph.begins = Values<uint8_t>(from, "begins", napi_uint8_array);
  graph.ends = Values<uint8_t>(from, "ends", napi_uint8_array);
  const int32_t states = static_cast<int32_t>(graph.label.size());
  for (const int32_t label : graph.label) Require(env, label >= 0 && label < given, "label");
  for (const int32_t state : graph.before) Require(env, state >= 0 && state < states, "before");
  Require(env, Divides(graph.before_first, graph.label.size(), graph.before.size()), "beforeFirst");
  Require(env, graph.begins.size() == graph.label.size() && graph.ends.size() == graph.label.size(), "begins or ends");
  const size_t frames = probabilities.ElementLength() / classes;
  return Napi::Number::New(env, assay::GraphScore(probabilities.Data(), frames, classes, graph));
}

}  // namespace

void InitBeam(Napi::Env env, Napi::Object exports) {
  exports.Set("BeamDecoder", Beam::Define(env));
  exports.Set("graphScore", Napi::Function::New(env, GraphScore, "graphScore"));
}
