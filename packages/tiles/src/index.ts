export { isTileAddress, MAX_ZOOM, type TileAddress, tilesOfBox } from './address.ts';
export { cutTile, LAYERS, TILES_REVISION } from './cut.ts';
export { outlineOf } from './outline.ts';
