import { fileURLToPath } from 'node:url';
import {
  type ArrowFunction,
  type CallExpression,
  type Expression,
  type FunctionDeclaration,
  type NewExpression,
  type Node,
  SyntaxKind,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast';
import { API, type Checker, type Project, type Symbol as TsSymbol, type Type } from 'typescript/unstable/sync';

const SERVICE = fileURLToPath(new URL('../../../', import.meta.url));

/** A statement of the sources that is executed somewhere. */
export interface Statement {
  /** `src/work/jobs/end.ts:65` */
  readonly place: string;
  /** Its text; each value is a parameter, `$1`, `$2`, … */
  readonly text: string;
  /** Members of the type that its rows are declared to have; null where none is declared. */
  readonly row: ReadonlyMap<string, DeclaredType> | null;
}

const BASES = ['string', 'number', 'boolean'] as const;
type Base = (typeof BASES)[number];

/** The declared type of one column. */
export interface DeclaredType {
  /** As TypeScript prints it, `null` left out. */
  readonly text: string;
  readonly nullable: boolean;
  /** The basic type that all its values are of; null where they are of none. */
  readonly base: Base | null;
}

/**
 * Every `` sql<Row>`…`.execute(…) `` of the service and every shared statement, with the fragments that it is put together
 * from. A fragment that comes in as an argument is followed to nothing: `null` stands for it, which fits wherever an expression does.
 */
export function readStatements(): Statement[] {
  const api = new API({ cwd: SERVICE });
  try {
    const [project] = api.updateSnapshot({ openProjects: [`${SERVICE}tsconfig.json`] }).getProjects();
    if (project === undefined) throw new Error(`${SERVICE} has no project`);
    return new StatementReader(project).read();
  } finally {
    api.close();
  }
}

/** What the parameters of a function stand for while its body is read. */
type Bindings = ReadonlyMap<number, { readonly node: Node; readonly within: Bindings } | string>;

class StatementReader {
  readonly #project: Project;
  readonly #checker: Checker;

  constructor(project: Project) {
    this.#project = project;
    this.#checker = project.checker;
  }

  read(): Statement[] {
    const statements: Statement[] = [];
    for (const name of this.#project.program.getSourceFileNames()) {
      if (!name.startsWith(`${SERVICE}src/`) || name.includes('/testing/')) continue;
      const file = this.#project.program.getSourceFile(name)!;
      const visit = (node: Node): void => {
        const template = executedTemplate(node) ?? sharedTemplate(node);
        if (template !== null) {
          const line = file.text.slice(0, template.getStart(file)).split('\n').length;
          statements.push({
            place: `${name.slice(SERVICE.length)}:${line}`,
            text: this.#textOf(template),
            row: this.#rowOf(template),
          });
        }
        node.forEachChild(visit);
      };
      file.forEachChild(visit);
    }
    return statements;
  }

  #rowOf(template: TaggedTemplateExpression): Statement['row'] {
    const [argument] = template.typeArguments ?? [];
    const type = argument === undefined ? undefined : this.#checker.getTypeFromTypeNode(argument);
    if (type === undefined) return null;
    return new Map(
      this.#checker
        .getPropertiesOfType(type)
        .map((member) => [member.name, this.#declared(this.#checker.getTypeOfSymbolAtLocation(member, template))]),
    );
  }

  #declared(type: Type): DeclaredType {
    const checker = this.#checker;
    const present = checker.getNonNullableType(type) ?? type;
    const bases = {
      string: checker.getStringType(),
      number: checker.getNumberType(),
      boolean: checker.getBooleanType(),
    };
    return {
      text: checker.typeToString(present),
      nullable: checker.isTypeAssignableTo(checker.getNullType(), type),
      base: BASES.find((base) => checker.isTypeAssignableTo(present, bases[base])) ?? null,
    };
  }

  #textOf(template: TaggedTemplateExpression): string {
    let parameters = 0;
    return this.#expand(template, new Map()).replaceAll(PARAMETER, () => `$${++parameters}`);
  }

  /** The text of a fragment, with PARAMETER for every value. */
  #expand(node: Node, bindings: Bindings): string {
    switch (node.kind) {
      case SyntaxKind.TaggedTemplateExpression:
        return this.#expandTemplate(node as TaggedTemplateExpression, bindings);
      case SyntaxKind.ParenthesizedExpression:
      case SyntaxKind.AsExpression:
        return this.#expand((node as Node & { expression: Node }).expression, bindings);
      case SyntaxKind.ConditionalExpression: {
        const { whenTrue, whenFalse } = node as Node & { whenTrue: Node; whenFalse: Node };
        const texts = [whenTrue, whenFalse].map((one) => this.#value(one, bindings));
        return texts[0]!.length >= texts[1]!.length ? texts[0]! : texts[1]!;
      }
      case SyntaxKind.Identifier:
        return this.#expandName(node, bindings);
      case SyntaxKind.CallExpression:
        return this.#expandCall(node as CallExpression, bindings);
      default:
        return 'null';
    }
  }

  #expandTemplate({ template }: TaggedTemplateExpression, bindings: Bindings): string {
    if (template.kind === SyntaxKind.NoSubstitutionTemplateLiteral) return (template as Node & { text: string }).text;
    const { head, templateSpans } = template as Node & {
      head: { text: string };
      templateSpans: readonly { expression: Expression; literal: { text: string } }[];
    };
    return (
      head.text +
      templateSpans.map(({ expression, literal }) => this.#value(expression, bindings) + literal.text).join('')
    );
  }

  /** A fragment as its text, anything else as a parameter. */
  #value(node: Node, bindings: Bindings): string {
    const type = this.#checker.getTypeAtLocation(node);
    return type !== undefined && /\bRawBuilder\b/.test(this.#checker.typeToString(type))
      ? this.#expand(node, bindings)
      : PARAMETER;
  }

  #expandName(node: Node, bindings: Bindings): string {
    const symbol = this.#symbolOf(node);
    const bound = symbol === undefined ? undefined : bindings.get(symbol.id);
    if (typeof bound === 'string') return bound;
    if (bound !== undefined) return this.#expand(bound.node, bound.within);
    const declared = symbol?.valueDeclaration?.resolve(this.#project) as (Node & { initializer?: Node }) | undefined;
    const isConstant = declared?.kind === SyntaxKind.VariableDeclaration && declared.initializer !== undefined;
    return isConstant ? this.#expand(declared.initializer!, new Map()) : 'null';
  }

  #expandCall(call: CallExpression, bindings: Bindings): string {
    const callee = call.expression;
    if (callee.kind === SyntaxKind.PropertyAccessExpression) {
      const { name } = callee as unknown as { name: { text: string } };
      if (name.text === 'join') return this.#expandJoin(call.arguments[0]!, bindings);
      if (name.text === 'ref') return this.#string(call.arguments[0]!, bindings);
      return 'null';
    }
    const body = this.#bodyOf(callee);
    if (body === null) return 'null';
    const within = new Map(bindings);
    for (const [i, parameter] of body.parameters.entries()) {
      const symbol = this.#symbolOf(parameter.name);
      const argument = call.arguments[i];
      if (symbol !== undefined && argument !== undefined) within.set(symbol.id, { node: argument, within: bindings });
    }
    return this.#expand(body.result, within);
  }

  /** `sql.join([…].map((name) => sql.ref(…)))`; of `sql.join(list.map(rowOf))` one row. */
  #expandJoin(list: Node, bindings: Bindings): string {
    const call = list as CallExpression;
    const target = (call.expression as unknown as { expression?: Node } | undefined)?.expression;
    const map = call.arguments?.[0] as ArrowFunction | undefined;
    if (map === undefined) return 'null';
    if (target?.kind !== SyntaxKind.ArrayLiteralExpression) {
      const row = this.#bodyOf(map);
      return row === null ? 'null' : this.#expand(row.result, bindings);
    }
    const parameter = this.#symbolOf(map.parameters[0]!.name)!;
    return (target as Node & { elements: readonly Node[] }).elements
      .map((element) => {
        const within = new Map(bindings).set(parameter.id, this.#string(element, bindings));
        return this.#expand(map.body, within);
      })
      .join(', ');
  }

  /** A text that is known from the sources. */
  #string(node: Node, bindings: Bindings): string {
    if (node.kind === SyntaxKind.StringLiteral) return (node as Node & { text: string }).text;
    if (node.kind === SyntaxKind.TemplateExpression) {
      const { head, templateSpans } = node as Node & {
        head: { text: string };
        templateSpans: readonly { expression: Expression; literal: { text: string } }[];
      };
      return (
        head.text +
        templateSpans.map(({ expression, literal }) => this.#string(expression, bindings) + literal.text).join('')
      );
    }
    const symbol = this.#symbolOf(node);
    const bound = symbol === undefined ? undefined : bindings.get(symbol.id);
    if (typeof bound === 'string') return bound;
    if (bound !== undefined) return this.#string(bound.node, bound.within);
    // A parameter that is one of a few texts stands for the first of them.
    const type = this.#checker.getTypeAtLocation(node);
    const [first] = type === undefined ? [] : (/"([^"]+)"/.exec(this.#checker.typeToString(type))?.slice(1) ?? []);
    if (first === undefined) throw new Error(`the text of ${node.getText()} is not known`);
    return first;
  }

  #bodyOf(callee: Node) {
    const declared = this.#symbolOf(callee)?.valueDeclaration?.resolve(this.#project) as
      | (Node & { initializer?: Node })
      | undefined;
    const made = declared?.kind === SyntaxKind.VariableDeclaration ? declared.initializer : declared;
    if (made?.kind === SyntaxKind.ArrowFunction) {
      const { parameters, body } = made as ArrowFunction;
      if (body.kind !== SyntaxKind.Block) return { parameters, result: body as Node };
    }
    if (made?.kind !== SyntaxKind.FunctionDeclaration && made?.kind !== SyntaxKind.ArrowFunction) return null;
    const { parameters, body } = made as FunctionDeclaration;
    const result = lastReturned(body as Node);
    return result === null ? null : { parameters, result };
  }

  #symbolOf(node: Node): TsSymbol | undefined {
    const symbol = this.#checker.getSymbolAtLocation(node);
    return symbol === undefined ? undefined : this.#aliased(symbol);
  }

  #aliased(symbol: TsSymbol): TsSymbol {
    if (symbol.valueDeclaration !== undefined) return symbol;
    const aliased = this.#checker.getAliasedSymbol(symbol);
    return this.#checker.isUnknownSymbol(aliased) ? symbol : aliased;
  }
}

/** A character that no statement holds. */
const PARAMETER = '\u0001';

/** The template of `` sql`…`.execute(…) ``; null for any other node. */
function executedTemplate(node: Node): TaggedTemplateExpression | null {
  if (node.kind !== SyntaxKind.CallExpression) return null;
  const callee = (node as CallExpression).expression as Node & { name?: { text: string }; expression?: Node };
  if (callee.kind !== SyntaxKind.PropertyAccessExpression || callee.name?.text !== 'execute') return null;
  return callee.expression === undefined ? null : asTemplate(callee.expression);
}

/** The template that the first argument of a `new SharedStatement(…)` returns; null for any other node. */
function sharedTemplate(node: Node): TaggedTemplateExpression | null {
  if (node.kind !== SyntaxKind.NewExpression) return null;
  const { expression, arguments: given } = node as NewExpression;
  if (expression.getText() !== 'SharedStatement') return null;
  const { body } = given![0] as ArrowFunction;
  const result = body.kind === SyntaxKind.Block ? lastReturned(body) : body;
  return result === null ? null : asTemplate(result);
}

function asTemplate(node: Node): TaggedTemplateExpression | null {
  const template = node as TaggedTemplateExpression;
  return template.kind === SyntaxKind.TaggedTemplateExpression && template.tag.getText() === 'sql' ? template : null;
}

/** The value of the last `return` of a body. */
function lastReturned(body: Node): Node | null {
  let found: Node | null = null;
  const visit = (node: Node): void => {
    const { expression } = node as Node & { expression?: Node };
    if (node.kind === SyntaxKind.ReturnStatement && expression !== undefined) found = expression;
    node.forEachChild(visit);
  };
  body.forEachChild(visit);
  return found;
}
