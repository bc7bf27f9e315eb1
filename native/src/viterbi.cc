#include <cmath>
#include <limits>
#include <utility>

#include "kernel.h"

namespace assay {

// Best path through a chain of states, each of which stays, moves to the next, or jumps over the next one when
// that one is skippable. A path may begin in state 0 (or 1, when 0 is skippable) and end in the last state (or
// the one before, when the last is skippable).
//
// log_probabilities: frames × classes; labels: the class each state expects; path: state of each frame.
// Returns the path's log probability, or -infinity when there are too few frames to pass through the chain.
double Viterbi(const float* log_probabilities, size_t frames, size_t classes, const int32_t* labels,
               const uint8_t* skippable, size_t states, int32_t* path) {
  constexpr float kImpossible = -std::numeric_limits<float>::infinity();
  if (frames == 0 || states == 0) return kImpossible;
  // Two impossible states in front save every bounds check below.
  std::vector<float> before(states + 2, kImpossible), now(states + 2, kImpossible), jump(states, kImpossible);
  for (size_t s = 2; s < states; ++s) jump[s] = skippable[s - 1] ? 0.0f : kImpossible;
  std::vector<uint8_t> moved(frames * states);

  before[2] = log_probabilities[labels[0]];
  if (states > 1 && skippable[0]) before[3] = log_probabilities[labels[1]];
  double offset = 0;
  for (size_t t = 1; t < frames; ++t) {
    const float* row = log_probabilities + t * classes;
    uint8_t* from = moved.data() + t * states;
    float best_of_all = kImpossible;
    for (size_t s = 0; s < states; ++s) {
      float best = before[s + 2];
      uint8_t step = 0;
      if (before[s + 1] > best) {
        best = before[s + 1];
        step = 1;
      }
      const float jumped = before[s] + jump[s];
      if (jumped > best) {
        best = jumped;
        step = 2;
      }
      from[s] = step;
      const float score = best + row[labels[s]];
      now[s + 2] = score;
      if (score > best_of_all) best_of_all = score;
    }
    // Long recordings would wear out a float's precision: keep scores near zero.
    if (best_of_all < -1000.0f && best_of_all > kImpossible) {
      for (size_t s = 0; s < states; ++s) now[s + 2] -= best_of_all;
      offset += best_of_all;
    }
    std::swap(before, now);
  }

  size_t state = states - 1;
  if (states > 1 && skippable[states - 1] && before[states] > before[states + 1]) state = states - 2;
  const double score = before[state + 2];
  if (!(score > kImpossible)) return kImpossible;
  for (size_t t = frames; t-- > 0;) {
    path[t] = static_cast<int32_t>(state);
    state -= moved[t * states + state];
  }
  return score + offset;
}

double BestPath(const float* log_probabilities, size_t frames, size_t classes, const PathGraph& graph, int32_t* path) {
  constexpr float kImpossible = -std::numeric_limits<float>::infinity();
  const size_t states = graph.states;
  if (frames == 0 || states == 0) return kImpossible;
  std::vector<float> before(states), now(states);
  // Which arc led here: 0 for staying, else its place among the state's arcs, counted from 1.
  std::vector<uint8_t> taken(frames * states);
  for (size_t s = 0; s < states; ++s) before[s] = graph.begin[s] + log_probabilities[graph.label[s]];
  double offset = 0;
  for (size_t t = 1; t < frames; ++t) {
    const float* row = log_probabilities + t * classes;
    uint8_t* arcs = taken.data() + t * states;
    float best_of_all = kImpossible;
    for (size_t s = 0; s < states; ++s) {
      float best = before[s];
      uint8_t arc = 0;
      const int32_t first = graph.before_first[s], last = graph.before_first[s + 1];
      for (int32_t a = first; a < last; ++a) {
        const float score = before[graph.before[a]] + graph.cost[a];
        if (score > best) {
          best = score;
          arc = static_cast<uint8_t>(a - first + 1);
        }
      }
      arcs[s] = arc;
      now[s] = best + row[graph.label[s]];
      if (now[s] > best_of_all) best_of_all = now[s];
    }
    // Long recordings would wear out a float's precision: keep scores near zero.
    if (best_of_all < -1000.0f && best_of_all > kImpossible) {
      for (size_t s = 0; s < states; ++s) now[s] -= best_of_all;
      offset += best_of_all;
    }
    std::swap(before, now);
  }
  size_t state = states;
  for (size_t s = 0; s < states; ++s) {
    if (graph.ends[s] && (state == states || before[s] > before[state])) state = s;
  }
  if (state == states || !(before[state] > kImpossible)) return kImpossible;
  const double score = before[state];
  for (size_t t = frames; t-- > 0;) {
    path[t] = static_cast<int32_t>(state);
    const uint8_t arc = taken[t * states + state];
    if (arc > 0) state = graph.before[graph.before_first[state] + arc - 1];
  }
  return score + offset;
}

}  // namespace assay
