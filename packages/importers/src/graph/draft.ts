import { growingInt32, growingUint32, haversineMeters } from '@hinterland/geo';

/** Edges in the order in which they are found; nodes are numbered as edges reach them. */
export class Draft {
  readonly nodeLng = growingInt32();
  readonly nodeLat = growingInt32();
  readonly from = growingUint32();
  readonly to = growingUint32();
  readonly style = growingUint32();
  readonly lengthMillimeters = growingUint32();
  readonly shapeStart = growingUint32();
  readonly shapeLng = growingInt32();
  readonly shapeLat = growingInt32();

  addNode(lng: number, lat: number): number {
    this.nodeLng.push(lng);
    this.nodeLat.push(lat);
    return this.nodeLng.length - 1;
  }

  addShapePoint(lng: number, lat: number): void {
    this.shapeLng.push(lng);
    this.shapeLat.push(lat);
  }

  /** Closes an edge whose inner points have been pushed since `shapeStart`. */
  addEdge(from: number, to: number, style: number, shapeStart: number): void {
    this.from.push(from);
    this.to.push(to);
    this.style.push(style);
    this.shapeStart.push(shapeStart);
    this.lengthMillimeters.push(Math.round(this.#lengthMeters(from, to, shapeStart) * 1000));
  }

  /** Along the points as the bundle keeps them, so that a reader who measures an edge finds its length. */
  #lengthMeters(from: number, to: number, shapeStart: number): number {
    let lng = this.nodeLng.get(from);
    let lat = this.nodeLat.get(from);
    let meters = 0;
    const step = (nextLng: number, nextLat: number) => {
      meters += haversineMeters(lng / 1e6, lat / 1e6, nextLng / 1e6, nextLat / 1e6);
      lng = nextLng;
      lat = nextLat;
    };
    for (let i = shapeStart; i < this.shapeLng.length; i++) step(this.shapeLng.get(i), this.shapeLat.get(i));
    step(this.nodeLng.get(to), this.nodeLat.get(to));
    return meters;
  }
}
