/** Test scenes: territories from a drawing, a grid or a seed. For tests of every package; nothing else uses them. */

export { addressTown, type TownAddress } from './addressTown.ts';
export { type DrawnPattern, withSpeeds } from './drawnSpeeds.ts';
export { drawnTimetable, withTimetable } from './drawnTimetable.ts';
export { elmTown, lngOf } from './elmTown.ts';
export { type GridTown, gridTown } from './gridTown.ts';
export {
  type CapacitatedInstance,
  capacitatedInstances,
  medianInstances,
  sanFrancisco,
} from './publishedInstances.ts';
export { type RandomTown, randomTown } from './randomTown.ts';
export { faultsOf } from './salesIdentities.ts';
export { buildScene, type SceneRoad } from './scene.ts';
export { type ChainRecipe, drawnGround, type Ground, simulatedChain } from './simulatedChain.ts';
export { type Town, town } from './town.ts';
export { withBicycles } from './withBicycles.ts';
