// The inner loops of the lane sweep, in AssemblyScript: what they compute is said, and written plainly, in
// scalarKernel.ts, which a test compares with this module lane by lane. Compiled into kernelBytes.ts by kernel.test.ts.
//
// Every pointer is a byte offset in the imported memory, laid out in sweepMemory.ts; lanes start at multiples of 64.

const LANE_BYTES: usize = 64;

// @ts-ignore: decorator
@inline
function within(a: v128, b: v128, c: v128, d: v128, limit: v128): u32 {
  const low = i8x16.bitmask(i8x16.narrow_i16x8_s(v128.le<u16>(a, limit), v128.le<u16>(b, limit)));
  const high = i8x16.bitmask(i8x16.narrow_i16x8_s(v128.le<u16>(c, limit), v128.le<u16>(d, limit)));
  return (low as u32) | ((high as u32) << 16);
}

export function sweep(
  positions: u32,
  lanes: usize,
  reached: usize,
  firstArc: usize,
  arcEnds: usize,
  arcUnits: usize,
  firstBorder: usize,
  borders: usize,
  seeds: usize,
  seedLanes: usize,
  limitUnits: u32,
  visited: usize,
): u32 {
  const limit = v128.splat<u16>(limitUnits as u16);
  const far = v128.splat<u16>(0xffff);
  let visitedCount: u32 = 0;
  let seed: u32 = load<u32>(seeds);
  const blocks = (positions + 63) >> 6;
  for (let block: u32 = 0; block < blocks; block++) {
    const start = block << 6;
    const end = min<u32>(start + 64, positions);
    if (seed >= end) {
      let border = borders + ((load<u32>(firstBorder + ((block as usize) << 2)) as usize) << 2);
      const borderEnd = borders + ((load<u32>(firstBorder + ((block as usize) << 2), 4) as usize) << 2);
      let isAlive: u32 = 0;
      for (; border < borderEnd; border += 4) {
        isAlive |= load<u32>(reached + ((load<u32>(border) as usize) << 2));
      }
      if (isAlive == 0) {
        memory.fill(reached + ((start as usize) << 2), 0, ((end - start) as usize) << 2);
        continue;
      }
    }
    store<u32>(visited + ((visitedCount as usize) << 2), block);
    visitedCount++;
    let arc: usize = load<u32>(firstArc + ((start as usize) << 2)) as usize;
    for (let position = start; position < end; position++) {
      let a = far;
      let b = far;
      let c = far;
      let d = far;
      if (seed == position) {
        a = v128.load(seedLanes, 0);
        b = v128.load(seedLanes, 16);
        c = v128.load(seedLanes, 32);
        d = v128.load(seedLanes, 48);
        seedLanes += LANE_BYTES;
        seeds += 4;
        seed = load<u32>(seeds);
      }
      const arcEnd = load<u32>(firstArc + ((position as usize) << 2), 4) as usize;
      for (; arc < arcEnd; arc++) {
        const end = load<u32>(arcEnds + (arc << 2)) as usize;
        if (load<u32>(reached + (end << 2)) == 0) continue;
        const units = v128.splat<u16>(load<u16>(arcUnits + (arc << 1)));
        const from = lanes + (end << 6);
        a = v128.min<u16>(a, v128.add_sat<u16>(v128.load(from, 0), units));
        b = v128.min<u16>(b, v128.add_sat<u16>(v128.load(from, 16), units));
        c = v128.min<u16>(c, v128.add_sat<u16>(v128.load(from, 32), units));
        d = v128.min<u16>(d, v128.add_sat<u16>(v128.load(from, 48), units));
      }
      const mask = within(a, b, c, d, limit);
      store<u32>(reached + ((position as usize) << 2), mask);
      if (mask != 0) {
        const to = lanes + ((position as usize) << 6);
        v128.store(to, a, 0);
        v128.store(to, b, 16);
        v128.store(to, c, 32);
        v128.store(to, d, 48);
      }
    }
  }
  return visitedCount;
}

export function classify(
  start: u32,
  end: u32,
  lanes: usize,
  reached: usize,
  nearEnds: usize,
  farEnds: usize,
  legs: usize,
  limitUnits: u32,
  found: usize,
): u32 {
  const limit = v128.splat<u16>(limitUnits as u16);
  const begin = found;
  for (let road = start as usize; road < (end as usize); road++) {
    const near = load<u32>(nearEnds + (road << 2)) as usize;
    const far = load<u32>(farEnds + (road << 2)) as usize;
    const nearReached = load<u32>(reached + (near << 2));
    const farReached = load<u32>(reached + (far << 2));
    if ((nearReached | farReached) == 0) continue;
    let sure: u32 = 0;
    let possible: u32 = 0;
    const leg = legs + (road << 3);
    let x0 = v128.splat<u16>(0xffff);
    let x1 = x0;
    let x2 = x0;
    let x3 = x0;
    let y0 = x0;
    let y1 = x0;
    let y2 = x0;
    let y3 = x0;
    if (nearReached != 0) {
      const from = lanes + (near << 6);
      const shortest = v128.splat<u16>(load<u16>(leg, 0));
      const longest = v128.splat<u16>(load<u16>(leg, 2));
      const a = v128.load(from, 0);
      const b = v128.load(from, 16);
      const c = v128.load(from, 32);
      const d = v128.load(from, 48);
      x0 = v128.add_sat<u16>(a, shortest);
      x1 = v128.add_sat<u16>(b, shortest);
      x2 = v128.add_sat<u16>(c, shortest);
      x3 = v128.add_sat<u16>(d, shortest);
      y0 = v128.add_sat<u16>(a, longest);
      y1 = v128.add_sat<u16>(b, longest);
      y2 = v128.add_sat<u16>(c, longest);
      y3 = v128.add_sat<u16>(d, longest);
    }
    if (farReached != 0) {
      const from = lanes + (far << 6);
      const shortest = v128.splat<u16>(load<u16>(leg, 4));
      const longest = v128.splat<u16>(load<u16>(leg, 6));
      const a = v128.load(from, 0);
      const b = v128.load(from, 16);
      const c = v128.load(from, 32);
      const d = v128.load(from, 48);
      x0 = v128.min<u16>(x0, v128.add_sat<u16>(a, shortest));
      x1 = v128.min<u16>(x1, v128.add_sat<u16>(b, shortest));
      x2 = v128.min<u16>(x2, v128.add_sat<u16>(c, shortest));
      x3 = v128.min<u16>(x3, v128.add_sat<u16>(d, shortest));
      y0 = v128.min<u16>(y0, v128.add_sat<u16>(a, longest));
      y1 = v128.min<u16>(y1, v128.add_sat<u16>(b, longest));
      y2 = v128.min<u16>(y2, v128.add_sat<u16>(c, longest));
      y3 = v128.min<u16>(y3, v128.add_sat<u16>(d, longest));
    }
    possible = within(x0, x1, x2, x3, limit);
    if (possible == 0) continue;
    sure = within(y0, y1, y2, y3, limit);
    store<u32>(found, road as u32, 0);
    store<u32>(found, sure, 4);
    store<u32>(found, possible & ~sure, 8);
    found += 12;
  }
  return ((found - begin) / 12) as u32;
}
