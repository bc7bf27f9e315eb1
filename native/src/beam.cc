#include "beam.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace assay {

namespace {

constexpr float kImpossible = -std::numeric_limits<float>::infinity();

float LogAdd(float a, float b) {
  if (a < b) std::swap(a, b);
  return b > a - 20 ? a + std::log1p(std::exp(b - a)) : a;
}

// Where a search stands: in a word (a node of the tree), after certain words, behind a certain symbol.
struct Token {
  uint64_t key;
  float score;  // with the language model's outlook on the words below the node
  float entry;  // the part of it that came to the node in this very frame
  int32_t origin;  // node of the lattice where its word began
};

uint64_t Key(uint32_t node, TrigramModel::State state, uint8_t last) {
  return static_cast<uint64_t>(node) << 32 | static_cast<uint64_t>(state) << 8 | last;
}
uint32_t NodeOf(uint64_t key) { return static_cast<uint32_t>(key >> 32); }
TrigramModel::State StateOf(uint64_t key) { return static_cast<uint32_t>(key >> 8) & 0xffffff; }
uint8_t LastOf(uint64_t key) { return static_cast<uint8_t>(key); }

// Tokens of one frame by key: open addressing, cleared by forgetting which slots are in use.
class TokenSet {
 public:
  TokenSet() : slots_(1 << 12, -1) {}
  std::vector<Token>& tokens() { return tokens_; }
  void Clear() {
    tokens_.clear();
    std::fill(slots_.begin(), slots_.end(), -1);
  }
  // Index of the token with this key, or −1 and room made for it.
  int32_t* Find(uint64_t key) {
    if (tokens_.size() * 2 >= slots_.size()) Grow();
    return Slot(key);
  }

 private:
  int32_t* Slot(uint64_t key) {
    size_t at = (key * 0x9e3779b97f4a7c15ull) >> 40;
    for (;; ++at) {
      int32_t& slot = slots_[at & (slots_.size() - 1)];
      if (slot < 0 || tokens_[slot].key == key) return &slot;
    }
  }
  void Grow() {
    slots_.assign(slots_.size() * 2, -1);
    for (size_t i = 0; i < tokens_.size(); ++i) *Slot(tokens_[i].key) = static_cast<int32_t>(i);
  }
  std::vector<Token> tokens_;
  std::vector<int32_t> slots_;
};

class LatticeBuilder {
 public:
  LatticeBuilder() : best_(1, 0.0f) {}
  int32_t AddNode() {
    best_.push_back(kImpossible);
    return static_cast<int32_t>(best_.size()) - 1;
  }
  // `score`: of the whole way through this arc.
  void AddArc(int32_t from, int32_t to, int32_t word, int32_t frame, float score, float language, float weighted) {
    arcs_.from.push_back(from);
    arcs_.to.push_back(to);
    arcs_.word.push_back(word);
    arcs_.frame.push_back(frame);
    arcs_.acoustic.push_back(score - best_[from] - weighted);
    arcs_.language.push_back(language);
    total_.push_back(score - best_[from]);
    if (to >= 0) best_[to] = std::max(best_[to], score);
  }
  float best(int32_t node) const { return best_[node]; }

  // Leaves out arcs on no path within `beam` of the best, and numbers the remaining nodes anew.
  Lattice Finish(float beam) const {
    const size_t arcs = arcs_.from.size();
    std::vector<float> rest(best_.size(), kImpossible);
    // Arcs were added after those that lead to them, but a joint's may follow its successors' siblings: sort by target.
    std::vector<size_t> order(arcs);
    for (size_t i = 0; i < arcs; ++i) order[i] = i;
    const auto target = [&](size_t i) { return arcs_.to[i] < 0 ? std::numeric_limits<int32_t>::max() : arcs_.to[i]; };
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return target(a) < target(b); });
    float best = kImpossible;
    for (size_t n = arcs; n-- > 0;) {
      const size_t i = order[n];
      const float after = arcs_.to[i] < 0 ? 0.0f : rest[arcs_.to[i]];
      rest[arcs_.from[i]] = std::max(rest[arcs_.from[i]], total_[i] + after);
    }
    best = rest[0];
    Lattice out;
    std::vector<int32_t> number(best_.size(), -1);
    number[0] = 0;
    out.nodes = 1;
    for (const size_t i : order) {
      const int32_t from = arcs_.from[i], to = arcs_.to[i];
      const float after = to < 0 ? 0.0f : rest[to];
      if (!(best_[from] + total_[i] + after >= best - beam) || number[from] < 0) continue;
      if (to >= 0 && number[to] < 0) number[to] = out.nodes++;
      out.from.push_back(number[from]);
      out.to.push_back(to < 0 ? -1 : number[to]);
      out.word.push_back(arcs_.word[i]);
      out.frame.push_back(arcs_.frame[i]);
      out.acoustic.push_back(arcs_.acoustic[i]);
      out.language.push_back(arcs_.language[i]);
    }
    return out;
  }

 private:
  Lattice arcs_;
  std::vector<float> total_;
  std::vector<float> best_;  // score of the best way to each node
};

}  // namespace

int32_t TrigramModel::FindBigram(uint32_t before, uint16_t word) const {
  const auto from = bigram_word.begin() + bigram_first[before], to = bigram_word.begin() + bigram_first[before + 1];
  const auto at = std::lower_bound(from, to, word);
  return at != to && *at == word ? static_cast<int32_t>(at - bigram_word.begin()) : -1;
}

float TrigramModel::Score(State state, uint16_t word, State* next) const {
  const uint32_t words = static_cast<uint32_t>(unigram.size());
  float score = 0;
  uint32_t before = state;
  if (state >= words) {
    const uint32_t bigram_index = state - words;
    before = bigram_word[bigram_index];
    const auto from = trigram_word.begin() + trigram_first[bigram_index];
    const auto to = trigram_word.begin() + trigram_first[bigram_index + 1];
    const auto at = std::lower_bound(from, to, word);
    if (at != to && *at == word) {
      const int32_t history = FindBigram(before, word);
      *next = history >= 0 ? words + static_cast<uint32_t>(history) : word;
      return trigram[at - trigram_word.begin()];
    }
    score = bigram_backoff[bigram_index];
  }
  const int32_t found = FindBigram(before, word);
  *next = found >= 0 ? words + static_cast<uint32_t>(found) : word;
  return score + (found >= 0 ? bigram[found] : unigram_backoff[before] + unigram[word]);
}

BeamDecoder::BeamDecoder(TrigramModel model, WordTree tree) : model_(std::move(model)), tree_(std::move(tree)) {
  best_below_.assign(tree_.symbol.size(), kImpossible);
  // Children are numbered after their parents.
  for (size_t node = tree_.symbol.size(); node-- > 0;) {
    for (int32_t w = tree_.word_first[node]; w < tree_.word_first[node + 1]; ++w) {
      best_below_[node] = std::max(best_below_[node], model_.unigram[tree_.word_of[w]]);
    }
    for (int32_t c = tree_.child_first[node]; c < tree_.child_first[node + 1]; ++c) {
      best_below_[node] = std::max(best_below_[node], best_below_[c]);
    }
  }
  best_below_[0] = 0;
}

Lattice BeamDecoder::Decode(const float* log_probabilities, size_t frames, size_t classes,
                            const BeamOptions& o) const {
  LatticeBuilder lattice;
  TokenSet now, next;
  now.tokens().push_back({Key(0, o.begin_word, o.begin_symbol), 0.0f, kImpossible, 0});
  std::vector<float> scores;
  TokenSet exit_set;  // tokens behind the words that end in this frame

  // Two ways to the same place: the better one stays, both when they began at the same node. At the root both stay
  // in the lattice.
  const auto join = [&](Token& token, float score, float entry, int32_t origin, int32_t frame) {
    if (token.origin == origin) {
      token.score = LogAdd(token.score, score);
      token.entry = token.entry > kImpossible || entry > kImpossible ? LogAdd(token.entry, entry) : kImpossible;
    } else if (NodeOf(token.key) == 0) {
      const int32_t joint = lattice.AddNode();
      lattice.AddArc(token.origin, joint, -1, frame, token.score, 0, 0);
      lattice.AddArc(origin, joint, -1, frame, score, 0, 0);
      token.origin = joint;
      token.score = std::max(token.score, score);
    } else if (score > token.score) {
      token = {token.key, score, entry, origin};
    }
  };
  const auto put = [&](uint64_t key, float score, bool entered, int32_t origin, int32_t frame) {
    const float entry = entered ? score : kImpossible;
    int32_t* slot = next.Find(key);
    if (*slot < 0) {
      *slot = static_cast<int32_t>(next.tokens().size());
      next.tokens().push_back({key, score, entry, origin});
    } else {
      join(next.tokens()[*slot], score, entry, origin, frame);
    }
  };
  const auto prune = [&](std::vector<Token>& tokens) {
    float best = kImpossible;
    for (const Token& token : tokens) best = std::max(best, token.score);
    float floor = best - o.beam;
    if (tokens.size() > o.max_tokens) {
      scores.clear();
      for (const Token& token : tokens) scores.push_back(token.score);
      std::nth_element(scores.begin(), scores.begin() + o.max_tokens, scores.end(), std::greater<float>());
      floor = std::max(floor, scores[o.max_tokens]);
    }
    tokens.erase(std::remove_if(tokens.begin(), tokens.end(), [&](const Token& t) { return t.score < floor; }),
                 tokens.end());
    return floor;
  };

  for (size_t t = 0; t < frames; ++t) {
    const float* row = log_probabilities + t * classes;
    const int32_t frame = static_cast<int32_t>(t);
    next.Clear();
    for (const Token& token : now.tokens()) {
      const uint32_t node = NodeOf(token.key);
      const TrigramModel::State state = StateOf(token.key);
      const uint8_t last = LastOf(token.key);
      if (o.blank_inside || node == 0) put(Key(node, state, 0), token.score + row[0], false, token.origin, frame);
      if (last != 0) put(token.key, token.score + row[last], false, token.origin, frame);
      const float outlook = best_below_[node];
      for (int32_t child = tree_.child_first[node]; child < tree_.child_first[node + 1]; ++child) {
        const uint8_t symbol = tree_.symbol[child];
        if (row[symbol] < o.min_symbol || (symbol == last && o.blank_inside)) continue;
        const float score = token.score + row[symbol] + o.lm_weight * (best_below_[child] - outlook);
        put(Key(child, state, symbol), score, true, token.origin, frame);
      }
    }
    const float floor = prune(next.tokens());

    // Words that end here. Ways that meet behind the same words become one node of the lattice.
    exit_set.Clear();
    const size_t inside = next.tokens().size();
    for (size_t i = 0; i < inside; ++i) {
      const Token token = next.tokens()[i];
      const uint32_t node = NodeOf(token.key);
      if (!(token.entry > kImpossible)) continue;
      for (int32_t w = tree_.word_first[node]; w < tree_.word_first[node + 1]; ++w) {
        const uint16_t word = tree_.word_of[w];
        TrigramModel::State state;
        const float language = model_.Score(StateOf(token.key), word, &state);
        const float weighted = o.lm_weight * language + o.word_bonus;
        const float score = token.entry - o.lm_weight * best_below_[node] + weighted;
        if (score < floor) continue;
        const uint64_t key = Key(0, state, LastOf(token.key));
        int32_t* slot = exit_set.Find(key);
        if (*slot < 0) {
          *slot = static_cast<int32_t>(exit_set.tokens().size());
          exit_set.tokens().push_back({key, score, kImpossible, lattice.AddNode()});
        }
        Token& exit = exit_set.tokens()[*slot];
        exit.score = std::max(exit.score, score);
        lattice.AddArc(token.origin, exit.origin, word, frame, score, language, weighted);
      }
    }
    // Pruning moved the tokens, so the ones at the root are found again one by one.
    if (!exit_set.tokens().empty()) {
      std::vector<Token> kept;
      kept.swap(next.tokens());
      next.Clear();
      for (const Token& token : kept) {
        *next.Find(token.key) = static_cast<int32_t>(next.tokens().size());
        next.tokens().push_back(token);
      }
      for (const Token& exit : exit_set.tokens()) put(exit.key, exit.score, false, exit.origin, frame);
      prune(next.tokens());
    }
    std::swap(now, next);
  }

  for (const Token& token : now.tokens()) {
    if (NodeOf(token.key) != 0) continue;
    TrigramModel::State after;
    const float language = model_.Score(StateOf(token.key), o.end_word, &after);
    const float weighted = o.lm_weight * language;
    lattice.AddArc(token.origin, -1, -1, static_cast<int32_t>(frames) - 1, token.score + weighted, language, weighted);
  }
  return lattice.Finish(o.lattice_beam);
}

double GraphScore(const float* probabilities, size_t frames, size_t classes, const StateGraph& graph) {
  const size_t states = graph.label.size();
  std::vector<double> before(states), now(states);
  double log_scale = 0;
  for (size_t t = 0; t < frames; ++t) {
    const float* row = probabilities + t * classes;
    double sum = 0;
    for (size_t s = 0; s < states; ++s) {
      double mass = t == 0 && graph.begins[s] ? 1 : 0;
      if (t > 0) {
        for (int32_t p = graph.before_first[s]; p < graph.before_first[s + 1]; ++p) mass += before[graph.before[p]];
      }
      now[s] = mass * row[graph.label[s]];
      sum += now[s];
    }
    if (!(sum > 0)) return kImpossible;
    // Scaled to a sum of 1 in each frame: exact enough, and several times faster than adding logarithms.
    for (size_t s = 0; s < states; ++s) now[s] /= sum;
    log_scale += std::log(sum);
    std::swap(before, now);
  }
  double end = 0;
  for (size_t s = 0; s < states; ++s) end += graph.ends[s] ? before[s] : 0;
  return end > 0 ? log_scale + std::log(end) : kImpossible;
}

}  // namespace assay
