/** Diagonal Gaussian mixture by EM from random frames; `frames` holds rows of `dims` numbers. */
export function fitMixture(
  frames: Float32Array,
  dims: number,
  components: number,
  rounds: number,
  random: () => number,
): { components: number; logWeights: Float32Array; means: Float32Array; precisions: Float32Array } {
  const count = frames.length / dims;
  const logWeights = new Float32Array(components).fill(-Math.log(components));
  const means = new Float32Array(components * dims);
  const precisions = new Float32Array(components * dims).fill(1);
  for (let c = 0; c < components; c++) {
    const row = Math.floor(random() * count) * dims;
    means.set(frames.subarray(row, row + dims), c * dims);
  }
  const scores = new Float64Array(components);
  const constants = new Float64Array(components);
  for (let round = 0; round < rounds; round++) {
    const weight = new Float64Array(components);
    const sum = new Float64Array(components * dims);
    const square = new Float64Array(components * dims);
    for (let c = 0; c < components; c++) {
      constants[c] = logWeights[c]!;
      for (let d = 0; d < dims; d++) constants[c]! += 0.5 * Math.log(precisions[c * dims + d]!);
    }
    for (let i = 0; i < count; i++) {
      let top = Number.NEGATIVE_INFINITY;
      for (let c = 0; c < components; c++) {
        let distance = 0;
        for (let d = 0; d < dims; d++) {
          const offset = frames[i * dims + d]! - means[c * dims + d]!;
          distance += offset * offset * precisions[c * dims + d]!;
        }
        scores[c] = constants[c]! - 0.5 * distance;
        if (scores[c]! > top) top = scores[c]!;
      }
      let total = 0;
      for (let c = 0; c < components; c++) {
        scores[c] = Math.exp(scores[c]! - top);
        total += scores[c]!;
      }
      for (let c = 0; c < components; c++) {
        const share = scores[c]! / total;
        if (share < 1e-3) continue;
        weight[c]! += share;
        for (let d = 0; d < dims; d++) {
          const value = frames[i * dims + d]!;
          sum[c * dims + d]! += share * value;
          square[c * dims + d]! += share * value * value;
        }
      }
    }
    for (let c = 0; c < components; c++) {
      const mass = Math.max(weight[c]!, 1);
      logWeights[c] = Math.log(mass / count);
      for (let d = 0; d < dims; d++) {
        const at = c * dims + d;
        means[at] = sum[at]! / mass;
        precisions[at] = 1 / Math.max(0.02, square[at]! / mass - means[at]! ** 2);
      }
    }
  }
  return { components, logWeights, means, precisions };
}
