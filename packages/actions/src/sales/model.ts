import { orModel } from '../input/dataset.ts';
import { modelRules } from './modelRules.ts';
import { storedModel } from './storedModel.ts';

/** A model of an organization, as it is stored. Callers send it, too: what belongs together is checked as that of a stranger. */
const salesModel = storedModel.superRefine(modelRules).describe('A sales model').meta({ id: 'StoredSalesModel' });

/** Input of actions that forecast sales: a model, or the version that holds it, in whose place the service puts the model. */
export const modelField = {
  model: orModel(salesModel)
    .optional()
    .describe(
      'A sales model of your organization, from market.calibrate: the answer then says what each place would sell, with a range',
    ),
} as const;

/** The same of a model that was learned before the sales of a call came. */
export const earlierField = {
  earlier: orModel(salesModel)
    .optional()
    .describe(
      'A sales model of your organization that was learned earlier: the answer then says where the sales of stores fell that it did not know',
    ),
} as const;
