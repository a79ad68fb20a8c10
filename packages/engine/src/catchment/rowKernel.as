// The inner loops over the departures of a place, in AssemblyScript: what they compute is written plainly in scalarRows.ts,
// which a test compares with this module. Compiled into rowKernelBytes.ts by wasm.test.ts.
//
// Rows are vectors of four 32-bit times; `bytes` is a whole number of them. The lanes after the last departure repeat it.

// @ts-ignore: decorator
@inline
function largest(a: v128): i32 {
  return max(
    max(i32x4.extract_lane(a, 0), i32x4.extract_lane(a, 1)),
    max(i32x4.extract_lane(a, 2), i32x4.extract_lane(a, 3)),
  );
}

// Takes row + walk where it is earlier. Returns the longest of the times.
export function offer(times: usize, bytes: usize, row: usize, walk: i32): i32 {
  const more = i32x4.splat(walk);
  let most = i32x4.splat(0);
  const end = times + bytes;
  for (; times < end; times += 16, row += 16) {
    const time = i32x4.min_s(v128.load(times), i32x4.add(v128.load(row), more));
    v128.store(times, time);
    most = i32x4.max_s(most, time);
  }
  return largest(most);
}

export function least(times: usize, bytes: usize): i32 {
  let least = i32x4.splat(0x7fffffff);
  const end = times + bytes;
  for (; times < end; times += 16) least = i32x4.min_s(least, v128.load(times));
  return -largest(i32x4.neg(least));
}

// The least number from low to high that at least `rank` of the times do not exceed, by bisection.
export function ranked(times: usize, bytes: usize, departures: u32, rank: i32, low: i32, high: i32): i32 {
  const end = times + bytes;
  const last = load<i32>(times + (((departures as usize) - 1) << 2));
  const repeated = ((bytes >> 2) as i32) - (departures as i32);
  while (low < high) {
    const middle = low + ((high - low) >> 1);
    const limit = i32x4.splat(middle);
    let count = i32x4.splat(0);
    for (let at = times; at < end; at += 16) count = i32x4.sub(count, i32x4.le_s(v128.load(at), limit));
    let within =
      i32x4.extract_lane(count, 0) +
      i32x4.extract_lane(count, 1) +
      i32x4.extract_lane(count, 2) +
      i32x4.extract_lane(count, 3);
    if (last <= middle) within -= repeated;
    if (within >= rank) high = middle;
    else low = middle + 1;
  }
  return low;
}
