import type { Camera, TheMap } from './createMap.ts';

/** Lets two maps show the same place: the second goes where the first is, and each follows the other from then on. */
export function moveTogether(first: TheMap, second: TheMap): void {
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
