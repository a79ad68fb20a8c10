import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../../importers/src/testing/zip.ts';
import { recordsOf } from './csv.ts';
import { guessEncoding } from './guessEncoding.ts';
import { readTable, type TableOptions } from './readTable.ts';

async function* parts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** All rows of a file, the names of its columns first. */
async function rowsOf(bytes: Uint8Array, options: TableOptions = {}): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const part of readTable(parts(bytes), options)) {
    if (rows.length === 0) rows.push(part.columns);
    rows.push(...part.rows.map(({ cells }) => cells));
  }
  return rows;
}
const table = (text: string) => text.split('\n').map((row) => row.split('·'));

describe('a list of any program', () => {
  it.each<[string, string, string]>([
    ['a German spreadsheet', 'name;lat;lng\nA;-36,2;-151,7\n', 'name·lat·lng\nA·-36,2·-151,7'],
    ['rows of separators at the end', 'a;b\r\n1;2\r\n;\r\n;\r\n', 'a·b\n1·2'],
    ['rows of blanks and tabs', 'a,b\n \n1,2\n , \n\t\n', 'a·b\n1·2'],
    ['blank rows before the header', '\n;;\na;b;c\n1;2;3\n', 'a·b·c\n1·2·3'],
    ['sep=;', 'sep=;\na;b\n1,5;2\n', 'a·b\n1,5·2'],
    ['SEP=, with a quotation mark', '"SEP=,"\na,b\n1,2;3\n', 'a·b\n1·2;3'],
    ['sep= and a tab', 'sep=\t\na\tb\n1\t2\n', 'a·b\n1·2'],
    ['sep=\\t in letters', 'sep=\\t\na\tb\n1\t2\n', 'a·b\n1·2'],
    ['sep=| behind a byte order mark', '\ufeffsep=|\na|b\n1|2\n', 'a·b\n1·2'],
    ['sep= of a sign that none would guess', 'sep=^\na^b\n1,5^2;3\n', 'a·b\n1,5·2;3'],
    ['sep= filled up by a spreadsheet', 'sep=;;;\na;b;c\n1;2;3\n', 'a·b·c\n1·2·3'],
    ['separators behind the last cell', 'a,b,\n1,2,\n', 'a·b·Column 3\n1·2·'],
    ['empty cells beyond the header', 'a,b\n1,2,,\n3,4\n', 'a·b\n1·2\n3·4'],
    ['commas in cells of semicolons', 'Name, Ort;Wert\nMüller, Köln;1,5\n', 'Name, Ort·Wert\nMüller, Köln·1,5'],
    ['semicolons in cells of commas', 'name,tags\nA,x;y\nB,z\n', 'name·tags\nA·x;y\nB·z'],
    ['bars in cells of commas', 'name,hours\nA,8|17\nB,9|18\n', 'name·hours\nA·8|17\nB·9|18'],
    ['a quoted header with other separators', '"a;b|c","d"\n1,2\n', 'a;b|c·d\n1·2'],
    ['a tab in the header', 'a,b\tc\n1,5\t2\n', 'a,b·c\n1,5·2'],
    ['one column', 'name\nA\n\nB\n', 'name\nA\nB'],
    ['one column with decimal commas', 'size\n1,5\n2,5\n'.replaceAll(',', '.'), 'size\n1.5\n2.5'],
    ['ends of lines of old Macs', 'a;b\r1;2\r3;4', 'a·b\n1·2\n3·4'],
    ['ends of lines of two systems', 'a;b\r\n1;2\n3;4\r', 'a·b\n1·2\n3·4'],
    ['lines in cells', 'a;b\n"1\n;2";3\n', 'a·b\n1\n;2·3'.replace('\n;2', '⏎;2')],
    ['no end of line at the end', 'a;b\n1;2', 'a·b\n1·2'],
    ['quotation marks of inches', 'a;b\nTV 5" wide;2\n', 'a·b\nTV 5" wide·2'],
  ])('%s', async (_, text, expected) => {
    const rows = await rowsOf(Buffer.from(text));
    expect(rows.map((cells) => cells.map((cell) => cell.replace('\n', '⏎')))).toEqual(table(expected));
    // A text that was pasted is read by the same rule.
    const { records, fault } = recordsOf(text);
    expect(fault).toBeNull();
    expect(records.slice(1).map(({ cells }) => cells.slice(0, rows[0]!.length))).toEqual(rows.slice(1));
  });

  it.each<[string, string]>([
    ['Nord\t-36,2\t-151,7\nSüd\t-36,19\t-151,69', 'Nord·-36,2·-151,7\nSüd·-36,19·-151,69'],
    ['Nord;-36,2;-151,7\nSüd;-36;-151,69;x', 'Nord·-36,2·-151,7\nSüd·-36·-151,69·x'],
    ['Nord, Hafen;-36,2;-151,7\nA, B;1,2;3,4', 'Nord, Hafen·-36,2·-151,7\nA, B·1,2·3,4'],
    ['A,1.5,2.5\nB,3,4', 'A·1.5·2.5\nB·3·4'],
    ['A|1,5|2\nB|3|4', 'A·1,5·2\nB·3·4'],
  ])('without a header: %j', (text, expected) => {
    expect(recordsOf(text).records.map(({ cells }) => cells)).toEqual(table(expected));
  });

  it('is set aside by row where a row is wider or narrower, and the others are read', async () => {
    const aside: [number, string][] = [];
    const rows = await rowsOf(Buffer.from('a,b\n1,2\n3,4,5\n6\n7,8\n'), {
      setAside: ({ line }, { fault }) => aside.push([line, fault]),
    });
    expect(rows).toEqual(table('a·b\n1·2\n7·8'));
    expect(aside).toEqual([
      [3, 'width'],
      [4, 'width'],
    ]);
  });
});

const SHOPS = {
  pl: 'nazwa;ulica;miasto\nSklep Żabka;Łódzka 5;Łódź\nŚwieże;Źródlana 7;Kraków\n',
  cs: 'název;ulice;město\nPekařství U Růže;Příčná 5;Brno\nŘeznictví Šťastný;Žižkova 12;České Budějovice\n',
  hu: 'név;utca;város\nKenyérbolt;Petőfi Sándor út 5;Győr\nZöldséges;Bűvös köz 3;Pécs\n',
  ro: 'nume;strada;oraş\nBrutărie Mihăiţă;Strada Ştefan cel Mare 5;Iaşi\n',
  ru: 'название;улица;город\nПекарня Колос;ул. Ленина 5;Москва\nМагазин Заря;Садовая 12;Санкт-Петербург\n',
  bg: 'име;улица;град\nХлебарница Зора;бул. Витоша 5;София\n',
  uk: 'назва;вулиця;місто\nПекарня Їжачок;вул. Шевченка 5;Київ\nКрамниця Єва;Соборна 12;Львів\n',
  el: 'όνομα;οδός;πόλη\nΦούρνος Αθηνά;Ερμού 5;Αθήνα\nΚαφέ Ήλιος;Αριστοτέλους 12;Θεσσαλονίκη\n',
  tr: 'ad;cadde;şehir\nFırın Güneş;İstiklal Caddesi 12;İstanbul\nÇiçekçi Ayşe;Atatürk Bulvarı 7;Eskişehir\n',
  he: 'שם;רחוב;עיר\nמאפיית לחם;הרצל 5;תל אביב\nקפה שמש;דיזנגוף 12;חיפה\n',
  ar: 'الاسم;الشارع;المدينة\nمخبز النور;شارع طلعت حرب 5;القاهرة\nمقهى الشمس;شارع النيل 7;الإسكندرية\n',
  lt: 'pavadinimas;gatvė;miestas\nKepyklėlė Saulė;Gedimino pr. 5;Vilnius\nŽuvų krautuvė;Šiaulių g. 7;Panevėžys\n',
  de: 'Name;Straße;Ort\nBäckerei Müller;Hauptstraße 5;Köln\nCafé Größe;Überlinger Weg 7;München\n',
  fr: 'enseigne;adresse;ville\nBoulangerie Légère;5 rue de la République;Besançon\nCrêperie;Allée des Chênes 7;Orléans\n',
  es: 'tienda;dirección;ciudad\nPanadería Peña;Calle Ñuñoa 5;Logroño\nCafé Avión;Avenida Constitución 7;Málaga\n',
  sv: 'namn;adress;ort\nBageri Åkesson;Östra gatan 5;Malmö\n',
  ja: '名前;住所;市\n東京パン屋;千代田区丸の内1-1;東京\nさくら喫茶;港区赤坂2-3;東京\n',
  zh: '名称;地址;城市\n阳光面包;人民路5号;上海\n明星咖啡;中山路12号;广州\n',
  tw: '名稱;地址;城市\n陽光麵包;中正路5號;臺北\n明星咖啡;民生路12號;高雄\n',
  ko: '이름;주소;도시\n서울빵집;세종대로 5;서울\n커피나무;해운대로 12;부산\n',
  signs: 'id;name;price\n1;A – B;5 €\n2;“C”;7\n',
} as const;

describe('the encoding of a file', () => {
  it.each<[keyof typeof SHOPS, string]>([
    ['pl', 'windows-1250'],
    ['pl', 'iso-8859-2'],
    ['cs', 'windows-1250'],
    ['cs', 'iso-8859-2'],
    ['hu', 'windows-1250'],
    ['ro', 'windows-1250'],
    ['ru', 'windows-1251'],
    ['ru', 'koi8-r'],
    ['ru', 'iso-8859-5'],
    ['bg', 'windows-1251'],
    ['uk', 'windows-1251'],
    ['el', 'windows-1253'],
    ['el', 'iso-8859-7'],
    ['tr', 'windows-1254'],
    ['he', 'windows-1255'],
    ['ar', 'windows-1256'],
    ['lt', 'windows-1257'],
    ['de', 'windows-1252'],
    ['de', 'macintosh'],
    ['fr', 'windows-1252'],
    ['fr', 'macintosh'],
    ['es', 'windows-1252'],
    ['sv', 'windows-1252'],
    ['ja', 'shift_jis'],
    ['ja', 'euc-jp'],
    ['zh', 'gb18030'],
    ['tw', 'big5'],
    ['ko', 'euc-kr'],
    ['signs', 'windows-1252'],
    ['de', 'utf-8'],
    ['de', 'utf-16le'],
    ['pl', 'utf-16be'],
    ['zh', 'utf-16le'],
  ])('%s in %s is guessed so that all letters are right', async (language, encoding) => {
    const text = SHOPS[language];
    const bytes = iconv.encode(text, encoding);
    const guess = await guessEncoding(bytes);
    expect(guess.isSure).toBe(encoding.startsWith('utf'));
    expect(await rowsOf(bytes, { encoding: guess.encoding })).toEqual(table(text.trim().replaceAll(';', '·')));
  });

  it.each([
    ['windows-1252', [0x80, 0x96, 0x93, 0x94, 0x9f, 0xe9], '€–“”Ÿé'],
    ['koi8-u', [0xae, 0xbe, 0xa4], 'ўЎє'],
    ['euc-kr', [0x81, 0x41, 0x8c, 0x63, 0xb0, 0xa1], '갂똠가'],
    ['big5', [0x87, 0x40, 0xa4, 0xa4], '䏰中'],
  ])('%s has all its letters on every platform', async (encoding, codes, letters) => {
    const bytes = Uint8Array.from([0x61, 0x0a, ...codes, 0x0a]);
    expect(await rowsOf(bytes, { encoding })).toEqual([['a'], [letters]]);
    // One byte after the other, too.
    const one = async function* () {
      for (const byte of bytes) yield Uint8Array.of(byte);
    };
    const rows: string[] = [];
    for await (const part of readTable(one(), { encoding })) rows.push(...part.rows.map(({ cells }) => cells[0]!));
    expect(rows).toEqual([letters]);
  });

  it('is told by the file itself where it is UTF-16, with and without a byte order mark', async () => {
    for (const encoding of ['utf-16le', 'utf-16be'])
      for (const addBOM of [true, false])
        expect(await rowsOf(iconv.encode(SHOPS.pl, encoding, { addBOM }))).toEqual(
          table(SHOPS.pl.trim().replaceAll(';', '·')),
        );
  });
});

describe('a file that is no table', () => {
  it.each<[string, Uint8Array, string, string]>([
    ['.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'xls', 'save the sheet as .xlsx'],
    [
      '.ods',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
      'ods',
      '.xlsx',
    ],
    ['.numbers', zipOf({ 'Index/Document.iwa': 'x' }), 'format', 'save the sheet'],
    ['.xlsx as text', zipOf({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' }), 'format', 'as CSV'],
    ['a page that is called .xls', Buffer.from('<html><body><table>'), 'format', 'save the sheet'],
    ['XML of a spreadsheet', Buffer.from('\ufeff<?xml version="1.0"?><Workbook>'), 'format', 'save the sheet'],
    ['GeoJSON', Buffer.from('{"type":"FeatureCollection"}'), 'format', 'as CSV'],
    ['a list of JSON', Buffer.from('[{"a":1}]'), 'format', 'as CSV'],
    ['PDF', Buffer.from('%PDF-1.4'), 'format', 'as CSV'],
    ['Parquet', Buffer.from('PAR1xxxx'), 'format', 'as CSV'],
    ['SQLite', Buffer.from('SQLite format 3\0'), 'format', 'as CSV'],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 'format', 'as CSV'],
    ['a formatted text', Buffer.from('{\\rtf1\\ansi'), 'format', 'as CSV'],
  ])('%s is refused with the next step', async (_, bytes, fault, step) => {
    const error = await rowsOf(bytes).catch((thrown) => thrown);
    expect([error.fault, error.message]).toEqual([fault, expect.stringContaining(step)]);
  });
});
