/** Digits of Plus codes; codes of less than eight before the plus need a town to be understood. */
const PLUS_CODE = /^[2-9CFGHJMPQRVWX]{2,8}0{0,6}\+(?:[2-9CFGHJMPQRVWX]{2,7})?(?=$|[\s,])/i;
const UTM = /^\d{1,2} ?[C-HJ-NP-X],? +\d{5,7}(?:\.\d+)? ?m?E?[ ,]+\d{6,8}(?:\.\d+)? ?m?N?$/i;
const MGRS = /^\d{1,2} ?[C-HJ-NP-X] ?[A-HJ-NP-Z]{2} ?(?:\d{3} ?\d{3}|\d{4} ?\d{4}|\d{5} ?\d{5})$/i;
const WORDS = /^\/{3}\p{L}+\.\p{L}+\.\p{L}+$/u;

/** Whether a text names a place by a Plus code, a square of UTM or MGRS, or three words: none of them is read. */
export const isGrid = (text: string): boolean => {
  const plain = text.trim();
  const [code = ''] = PLUS_CODE.exec(plain) ?? [];
  return code.length > 4 || [UTM, MGRS, WORDS].some((form) => form.test(plain));
};
