export { isTileAddress, MAX_ZOOM, type TileAddress, tilesOfBox } from './address.ts';
export { cutTile, LAYERS, TILE_BYTES_MAX } from './cut.ts';
export type { Layer, TileSource } from './layers/layer.ts';
