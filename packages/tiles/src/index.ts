export { isTileAddress, MAX_ZOOM, type TileAddress, tilesOfBox } from './address.ts';
export { type BasemapTile, tileOnBasemap } from './basemap.ts';
export { cutTile, LAYERS, TILES_REVISION, tileOf } from './cut.ts';
export type { TileSource } from './layers/layer.ts';
export { outlineOf } from './outline.ts';
export { lowTiles } from './prepare.ts';
export { seaBeyond } from './sea.ts';
