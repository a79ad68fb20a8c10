import { type Limit, limitFigure, limitUnit } from '@hinterland/answers/words';
