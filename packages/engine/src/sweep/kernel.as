// The inner loops of the lane sweep, in AssemblyScript: what they compute is said, and written plainly, in
// scalarKernel.ts, which a test compares with this module lane by lane. Compiled into kernelBytes.ts by wasm.test.ts.
//
// Every pointer is a byte offset in the imported memory, laid out in sweepMemory.ts; the 32 lanes of a position are 128
// bytes, eight vectors. Names a to h are these vectors, lanes 0-3 to 28-31.

// @ts-ignore: decorator
@inline
function narrow(a: v128, b: v128, c: v128, d: v128, limit: v128): u32 {
  const low = i16x8.narrow_i32x4_s(v128.le<u32>(a, limit), v128.le<u32>(b, limit));
  const high = i16x8.narrow_i32x4_s(v128.le<u32>(c, limit), v128.le<u32>(d, limit));
  return i8x16.bitmask(i8x16.narrow_i16x8_s(low, high)) as u32;
}

// @ts-ignore: decorator
@inline
function sum(from: usize, offset: usize, cost: v128): v128 {
  return v128.add<u32>(v128.load(from + offset), cost);
}

export function sweep(
  positions: u32,
  lanes: usize,
  rowOf: usize,
  firstArc: usize,
  arcEnds: usize,
  arcCosts: usize,
  firstBorder: usize,
  borders: usize,
  firstGroupBorder: usize,
  groupBorders: usize,
  seeds: usize,
  seedLanes: usize,
  limitCost: u32,
  visited: usize,
  visitedBefore: u32,
): u32 {
  const limit = v128.splat<u32>(limitCost);
  const none = v128.splat<u32>(0x7fffffff);
  for (let i: u32 = 0; i < visitedBefore; i++) {
    const start = load<u32>(visited + ((i as usize) << 2)) << 6;
    memory.fill(rowOf + ((start as usize) << 2), 0, ((min<u32>(start + 64, positions) - start) as usize) << 2);
  }
  let visitedCount: u32 = 0;
  let row: u32 = 1;
  let seed: u32 = load<u32>(seeds);
  const blocks = (positions + 63) >> 6;
  for (let block: u32 = 0; block < blocks; block++) {
    const start = block << 6;
    const end = min<u32>(start + 64, positions);
    if ((block & 63) == 0 && seed >= start + 4096) {
      if (!isAnyReached(firstGroupBorder, groupBorders, block >> 6, rowOf)) {
        block += 63;
        continue;
      }
    }
    if (seed >= end && !isAnyReached(firstBorder, borders, block, rowOf)) continue;
    store<u32>(visited + ((visitedCount as usize) << 2), block);
    visitedCount++;
    let arc: usize = load<u32>(firstArc + ((start as usize) << 2)) as usize;
    for (let position = start; position < end; position++) {
      let a = none;
      let b = none;
      let c = none;
      let d = none;
      let e = none;
      let f = none;
      let g = none;
      let h = none;
      if (seed == position) {
        a = v128.load(seedLanes, 0);
        b = v128.load(seedLanes, 16);
        c = v128.load(seedLanes, 32);
        d = v128.load(seedLanes, 48);
        e = v128.load(seedLanes, 64);
        f = v128.load(seedLanes, 80);
        g = v128.load(seedLanes, 96);
        h = v128.load(seedLanes, 112);
        seedLanes += 128;
        seeds += 4;
        seed = load<u32>(seeds);
      }
      const arcEnd = load<u32>(firstArc + ((position as usize) << 2), 4) as usize;
      for (; arc < arcEnd; arc++) {
        const fromRow = load<u32>(rowOf + ((load<u32>(arcEnds + (arc << 2)) as usize) << 2)) as usize;
        if (fromRow == 0) continue;
        const cost = v128.splat<u32>(load<u32>(arcCosts + (arc << 2)));
        const from = lanes + (fromRow << 7);
        a = v128.min<u32>(a, sum(from, 0, cost));
        b = v128.min<u32>(b, sum(from, 16, cost));
        c = v128.min<u32>(c, sum(from, 32, cost));
        d = v128.min<u32>(d, sum(from, 48, cost));
        e = v128.min<u32>(e, sum(from, 64, cost));
        f = v128.min<u32>(f, sum(from, 80, cost));
        g = v128.min<u32>(g, sum(from, 96, cost));
        h = v128.min<u32>(h, sum(from, 112, cost));
      }
      const mask = narrow(a, b, c, d, limit) | (narrow(e, f, g, h, limit) << 16);
      if (mask != 0) {
        store<u32>(rowOf + ((position as usize) << 2), row);
        const to = lanes + ((row as usize) << 7);
        v128.store(to, a, 0);
        v128.store(to, b, 16);
        v128.store(to, c, 32);
        v128.store(to, d, 48);
        v128.store(to, e, 64);
        v128.store(to, f, 80);
        v128.store(to, g, 96);
        v128.store(to, h, 112);
        row++;
      }
    }
  }
  return visitedCount;
}

// Whether one of the positions of list i is reached.
// @ts-ignore: decorator
@inline
function isAnyReached(first: usize, list: usize, i: u32, rowOf: usize): bool {
  let at = list + ((load<u32>(first + ((i as usize) << 2)) as usize) << 2);
  const end = list + ((load<u32>(first + ((i as usize) << 2), 4) as usize) << 2);
  let rows: u32 = 0;
  for (; at < end; at += 4) rows |= load<u32>(rowOf + ((load<u32>(at) as usize) << 2));
  return rows != 0;
}

// Half of a road's lanes: the mask of those within the limit over either end, with the given legs.
// @ts-ignore: decorator
@inline
function half(near: usize, far: usize, nearLeg: v128, farLeg: v128, limit: v128): u32 {
  return narrow(
    v128.min<u32>(sum(near, 0, nearLeg), sum(far, 0, farLeg)),
    v128.min<u32>(sum(near, 16, nearLeg), sum(far, 16, farLeg)),
    v128.min<u32>(sum(near, 32, nearLeg), sum(far, 32, farLeg)),
    v128.min<u32>(sum(near, 48, nearLeg), sum(far, 48, farLeg)),
    limit,
  );
}

export function classify(
  start: u32,
  end: u32,
  lanes: usize,
  rowOf: usize,
  nearEnds: usize,
  farEnds: usize,
  legs: usize,
  limitCost: u32,
  found: usize,
): u32 {
  const limit = v128.splat<u32>(limitCost);
  const begin = found;
  for (let road = start as usize; road < (end as usize); road++) {
    const nearRow = load<u32>(rowOf + ((load<u32>(nearEnds + (road << 2)) as usize) << 2)) as usize;
    const farRow = load<u32>(rowOf + ((load<u32>(farEnds + (road << 2)) as usize) << 2)) as usize;
    if ((nearRow | farRow) == 0) continue;
    const near = lanes + (nearRow << 7);
    const far = lanes + (farRow << 7);
    const leg = legs + (road << 4);
    let nearLeg = v128.splat<u32>(load<u32>(leg, 0));
    let farLeg = v128.splat<u32>(load<u32>(leg, 8));
    const possible = half(near, far, nearLeg, farLeg, limit) | (half(near + 64, far + 64, nearLeg, farLeg, limit) << 16);
    if (possible == 0) continue;
    nearLeg = v128.splat<u32>(load<u32>(leg, 4));
    farLeg = v128.splat<u32>(load<u32>(leg, 12));
    const sure = half(near, far, nearLeg, farLeg, limit) | (half(near + 64, far + 64, nearLeg, farLeg, limit) << 16);
    store<u32>(found, road as u32, 0);
    store<u32>(found, sure, 4);
    store<u32>(found, possible & ~sure, 8);
    found += 12;
  }
  return ((found - begin) / 12) as u32;
}
