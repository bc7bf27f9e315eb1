// Words from framewise log probabilities: token passing over a tree of pronunciations with a backoff trigram model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay {

// Natural logarithms. Bigrams of a word and trigrams of a bigram are sorted by their last word.
struct TrigramModel {
  std::vector<float> unigram, unigram_backoff;
  std::vector<int32_t> bigram_first;  // words + 1
  std::vector<uint16_t> bigram_word;
  std::vector<float> bigram, bigram_backoff;
  std::vector<int32_t> trigram_first;  // bigrams + 1
  std::vector<uint16_t> trigram_word;
  std::vector<float> trigram;

  // What matters of the words before: a word, or words + the index of a bigram.
  using State = uint32_t;
  float Score(State state, uint16_t word, State* next) const;

 private:
  int32_t FindBigram(uint32_t before, uint16_t word) const;
};

// Node 0 is the root; the children of node n are [child_first[n], child_first[n + 1]), its words
// word_of[word_first[n]] … word_of[word_first[n + 1] - 1].
struct WordTree {
  std::vector<uint8_t> symbol;
  std::vector<int32_t> child_first, word_first;
  std::vector<uint16_t> word_of;
};

struct BeamOptions {
  float lm_weight;
  float word_bonus;
  float beam;          // tokens this far below the best are dropped
  size_t max_tokens;   // and all but so many
  float min_symbol;    // a symbol less probable than this (log) begins nothing
  float lattice_beam;  // arcs on no path within this of the best are left out
  uint16_t begin_word, end_word;
  uint8_t begin_symbol;  // symbol that counts as just said, so that its repetition is free; 0 for none
  bool blank_inside;     // CTC: blanks anywhere. Otherwise class 0 is silence and stands between words only.
};

// Arcs in an order in which every arc comes after those that lead to its beginning. Node 0 is the beginning; arcs with
// `to` −1 end the utterance. An arc without a word (−1) joins two ways to the same words.
struct Lattice {
  std::vector<int32_t> from, to, word, frame;  // frame: in which the arc's last symbol began
  std::vector<float> acoustic, language;
  int32_t nodes = 0;
};

class BeamDecoder {
 public:
  BeamDecoder(TrigramModel model, WordTree tree);
  Lattice Decode(const float* log_probabilities, size_t frames, size_t classes, const BeamOptions& options) const;
  const WordTree& tree() const { return tree_; }
  size_t words() const { return model_.unigram.size(); }

 private:
  TrigramModel model_;
  WordTree tree_;
  std::vector<float> best_below_;  // highest unigram log probability of a word at or below each node
};

// States that each expect a class; the predecessors of state s are before[before_first[s]] …, itself among them where
// it may last longer than one frame.
struct StateGraph {
  std::vector<int32_t> label, before_first, before;
  std::vector<uint8_t> begins, ends;
};

// Log probability of all ways through the graph together (the forward algorithm). probabilities: frames × classes.
double GraphScore(const float* probabilities, size_t frames, size_t classes, const StateGraph& graph);

}  // namespace assay
