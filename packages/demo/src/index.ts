export { buildDemo } from './buildDemo.ts';
export { DEMO_SEED, type DemoOptions, demoInputs } from './demoInputs.ts';
