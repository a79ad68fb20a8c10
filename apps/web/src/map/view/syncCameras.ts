import type { Camera, TheMap } from './createMap.ts';

/** Keeps two maps at the same place: the second jumps to the camera of the first, then each follows the other. */
export function syncCameras(first: TheMap, second: TheMap): void {
  let isFollowing = false;
  const lead = (follower: TheMap) => (camera: Camera) => {
    // A map that follows says that it moves, too.
    if (isFollowing) return;
    isFollowing = true;
    follower.jumpTo(camera);
    isFollowing = false;
  };
  second.jumpTo(first.camera());
  first.onMove(lead(second));
  second.onMove(lead(first));
}
