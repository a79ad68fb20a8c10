import { declaredWeb } from './routes.ts';
import { webDocument } from './webDocument.ts';

/** Program that writes the description of the session surface to standard output, for `tools/webSchema.mjs`. */
process.stdout.write(JSON.stringify(webDocument(declaredWeb)));
