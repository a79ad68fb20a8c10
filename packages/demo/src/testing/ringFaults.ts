import type { MultiPolygonCoordinates } from '@hinterland/territory';

/**
 * What is wrong with the rings of an outline, in words; empty when each ring is closed, passes no point twice and does
 * not cross itself, outer rings turn counterclockwise and holes clockwise. Every pair of sides is looked at.
 */
export function ringFaults(outline: MultiPolygonCoordinates): string[] {
  const faults: string[] = [];
  for (const rings of outline) {
    for (const [index, ring] of rings.entries()) {
      const open = ring.slice(0, -1);
      if (ring.length < 4 || String(ring[0]) !== String(ring.at(-1))) faults.push(`ring ${index} is not closed`);
      if (new Set(open.map(String)).size !== open.length) faults.push(`ring ${index} passes a point twice`);
      if (signedArea(ring) > 0 !== (index === 0)) faults.push(`ring ${index} turns the wrong way`);
      const crossing = firstCrossing(ring);
      if (crossing !== null) faults.push(`ring ${index} crosses itself at ${crossing}`);
    }
  }
  return faults;
}

function signedArea(ring: readonly number[][]): number {
  let sum = 0;
  const [x0, y0] = ring[0]! as [number, number];
  for (let i = 1; i < ring.length; i++) {
    sum += (ring[i - 1]![0]! - x0) * (ring[i]![1]! - y0) - (ring[i]![0]! - x0) * (ring[i - 1]![1]! - y0);
  }
  return sum;
}

function firstCrossing(ring: readonly number[][]): string | null {
  const side = (p: number[], q: number[], r: number[]) =>
    Math.sign((q[0]! - p[0]!) * (r[1]! - p[1]!) - (r[0]! - p[0]!) * (q[1]! - p[1]!));
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1]!, ring[i]!];
    const [west, east] = [Math.min(a[0]!, b[0]!), Math.max(a[0]!, b[0]!)];
    for (let j = i + 2; j < ring.length; j++) {
      const [c, d] = [ring[j - 1]!, ring[j]!];
      if (Math.max(c[0]!, d[0]!) < west || Math.min(c[0]!, d[0]!) > east) continue;
      if (i === 1 && j === ring.length - 1) continue;
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return String(c);
    }
  }
  return null;
}
