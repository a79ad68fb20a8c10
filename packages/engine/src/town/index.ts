/** Test scenes: territories from a drawing, a grid or a seed. For tests of every package; nothing else uses them. */

export { addressTown, type TownAddress } from './addressTown.ts';
export { type GridTown, type GridTownOptions, gridTown } from './gridTown.ts';
export { type RandomTown, type RandomTownOptions, randomTown } from './randomTown.ts';
export {
  type BuiltScene,
  buildScene,
  type Scene,
  type ScenePoint,
  type ScenePole,
  type SceneRoad,
} from './scene.ts';
export { type PoleOptions, type RoadOptions, type Town, type TownOptions, town } from './town.ts';
