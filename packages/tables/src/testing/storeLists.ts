/** Words of ordinary lists of stores in a language: heads of columns, names, streets, towns. */
export interface ListWords {
  readonly heads: readonly [name: string, street: string, postcode: string, town: string, note: string];
  readonly names: readonly string[];
  readonly streets: readonly string[];
  readonly towns: readonly string[];
  readonly notes: readonly string[];
}

const words = (line: string): readonly string[] => line.split('|').map((word) => word.trim());
const listWords = (heads: string, names: string, streets: string, towns: string, notes: string): ListWords => ({
  heads: words(heads) as unknown as ListWords['heads'],
  names: words(names),
  streets: words(streets),
  towns: words(towns),
  notes: words(notes),
});

export const LISTS: Readonly<Record<string, ListWords>> = {
  de: listWords(
    'Filiale|Straße|PLZ|Ort|Bemerkung',
    'Bäckerei Müller|Blumen Grün|Café Linde|Metzgerei Groß|Möbelhaus Süd|Getränkemarkt|Käseladen|Apotheke am Markt|Buchhandlung Schäfer|Döner König|Crêperie Mélanie|Fleischerei Weiß|Bäckerei|Schuhhaus Böhm|Übersee Import|Ärztehaus|Drogerie|Eisdiele Dolomiti|Señor Taco|Optik Jäger',
    'Hauptstraße|Bahnhofstraße|Mühlweg|Am Römerhof|Goethestraße|Überlinger Weg|Schloßallee|Kirchplatz|Brückenstraße|Lange Gasse|Ostring|Königsallee|Äußere Weberstraße|Weg beim Jäger',
    'Köln|München|Düsseldorf|Nürnberg|Berlin|Hamburg|Lübeck|Würzburg|Göttingen|Mainz|Saarbrücken|Zürich|Gießen|Tübingen',
    'geöffnet|geschlossen|täglich geöffnet|nur Montag–Freitag|Eröffnung im März|Verkaufsfläche ca. 120 m²||5 € Gebühr|Längengrad prüfen|',
  ),
  fr: listWords(
    'Enseigne|Adresse|Code postal|Ville|Remarque',
    'Boulangerie Légère|Crêperie du Château|Café de la Gare|Pâtisserie Noël|Épicerie Fine|Chez Françoise|L’Étoile d’Or|Boucherie Lefèvre|Librairie|Fromagerie Gérard|Hôtel du Lac|Brûlerie|Œuvres et Thés|Coiffure Hélène|La Maison du Thé|Poissonnerie|Fleuriste Zoë',
    'rue de la République|allée des Chênes|avenue du Général Leclerc|place de l’Église|boulevard Émile Zola|rue du Théâtre|quai des Célestins|impasse des Mûriers|chemin du Pré|rue Saint-Honoré|cours Mirabeau|rue de la Forêt',
    'Besançon|Orléans|Nîmes|Saint-Étienne|Paris|Lyon|Béziers|Genève|Mâcon|Angoulême|Évreux|Châlons|Toulouse',
    'ouvert|fermé le dimanche|à rénover|déjà visité|surface 120 m²||n° 12|à côté du marché|réouverture en août|',
  ),
  es: listWords(
    'Tienda|Dirección|Código postal|Ciudad|Observación',
    'Panadería Peña|Café Avión|Peluquería Begoña|Farmacia Núñez|Ferretería López|Zapatería Ibáñez|Carnicería|Librería Cervantes|Pastelería Ángel|Frutería El Niño|Bodega Íñigo|Churrería|Óptica Martín|Mercería Sueños|Cafetería Güell',
    'Calle Ñuñoa|Avenida Constitución|Plaza de España|Paseo de la Habana|Calle José Ortega|Ronda de Atocha|Calle Alcalá|Camino Viñas|Avenida de América|Calle Núñez de Balboa|Calle Mayor',
    'Logroño|Málaga|Móstoles|Cádiz|Madrid|Córdoba|León|A Coruña|Castellón|Ávila|Sevilla|Alcalá|Cáceres|Jaén',
    'abierto|cerrado los sábados|próxima apertura|2ª planta|pequeño local||superficie 120 m²|¿sigue abierto?|Nº 12 bis|',
  ),
  it: listWords(
    'Insegna|Indirizzo|CAP|Città|Nota',
    'Caffè Perù|Forno della Libertà|Caffetteria Università|Ristorante da Niccolò|Panificio Rossi|L’Aquila d’Oro|Gelateria Bontà|Macelleria|Salumeria Mercì|Caffè|Bar Sport|Profumeria Beltà|Pizzeria Così è|Edicola|Merceria Novità|Il Tè delle Cinque',
    'Via della Libertà|Corso Unità d’Italia|Piazza Università|Via Roma|Via Niccolò Tommaseo|Largo della Carità|Via Garibaldi|Viale Papà Cervi|Via Mazzini|Via San Nicolò|Via Perù',
    'Forlì|Cefalù|Milano|Roma|Nardò|Mondovì|Torino|Patti|Cantù|Viggiù|Agrigento|Salò|Scalea',
    'aperto|chiuso lunedì|è in ristrutturazione|martedì e venerdì|novità||superficie 120 m²|n° 12|c’è parcheggio|',
  ),
  nl: listWords(
    'Winkel|Straat|Postcode|Plaats|Opmerking',
    'Bakkerij Jansen|Café De Zwaan|Slagerij België|Drogisterij|Patisserie Renée|Kapsalon Zoë|Boekhandel Coöperatie|Fietsen Daniël|Crêperie Amélie|Kaashandel Noël|Bloemen Mariëlle|Reünie|Bakkerij Brûlé|Dönerhuis|Één Wereld',
    'Dorpsstraat|Prins Mauritsstraat|Caféstraat|Koninginnelaan|Curaçaostraat|Hoofdweg|Oranje Nassauplein|Reëelstraat|Daniël Stalpertstraat|Kerkstraat|Israëllaan|Van Goyenstraat',
    'Amsterdam|Utrecht|Oss|Den Haag|Tiel|Súdwest-Fryslân|Geleen|Appelscha|Knokke|Sint-Niklaas|Liège|Curaçao',
    'geopend|gesloten|geïnteresseerd|coördinaten controleren|één verdieping||oppervlakte 120 m²|drieënhalf jaar|€ 5 extra|',
  ),
  sv: listWords(
    'Butik|Adress|Postnummer|Ort|Anmärkning',
    'Bageri Åkesson|Östra Blommor|Kafé Älgen|Apotek Hjärtat|Möbler Sjöström|Fiskaffär|Bokhandel|Café Linnéa|Frisör Åsa|Järnhandel|Kött och Chark|Skoaffär Lindström|Optiker|Leksaker Blåbär|Godis Smålänningen',
    'Östra gatan|Storgatan|Kungsgatan|Åsögatan|Västra vägen|Järnvägsgatan|Södra Förstadsgatan|Torget|Änggårdsbacken|Björkvägen|Hamngatan|Skolgränd',
    'Malmö|Göteborg|Umeå|Linköping|Örebro|Västerås|Luleå|Lund|Växjö|Stockholm|Åre|Ängelholm|Kalmar',
    'öppet|stängt på måndag|ny ägare|yta 120 m²||öppnar i mars|behöver målas|',
  ),
  cs: listWords(
    'Prodejna|Ulice|PSČ|Město|Poznámka',
    'Pekařství U Růže|Řeznictví Šťastný|Květiny Alžběta|Kavárna Slunce|Lékárna Na Náměstí|Čajovna|Knihkupectví Dvořák|Železářství|Cukrárna Míša|Ovoce zelenina|Obuv Procházka|Hračky Ježek',
    'Příčná|Žižkova|Náměstí Míru|Nádražní|Dlouhá|Křižíkova|Masarykova|Smetanova|Česká|Šafaříkova|Újezd',
    'Brno|České Budějovice|Plzeň|Praha|Ústí nad Labem|Děčín|Kolín|Třebíč|Hradec Králové|Zlín',
    'otevřeno|zavřeno v neděli|nová prodejna||plocha 120 m²|',
  ),
  pl: listWords(
    'Sklep|Ulica|Kod|Miasto|Uwagi',
    'Sklep Żabka|Świeże Pieczywo|Księgarnia Pod Orłem|Cukiernia Słodka|Apteka Różana|Kwiaciarnia Ewa|Piekarnia|Mięso i Wędliny|Obuwie Łoś|Zabawki Miś|Kawiarnia Źródło|Ciastka Babuni',
    'Łódzka|Źródlana|Piłsudskiego|Świętokrzyska|Długa|Królewska|Kościuszki|Mickiewicza|Górna|Wąska|Żeromskiego',
    'Łódź|Kraków|Poznań|Wrocław|Gdańsk|Warszawa|Rzeszów|Częstochowa|Białystok|Świdnica',
    'otwarte|zamknięte w niedzielę|duży parking||powierzchnia 120 m²|',
  ),
  hu: listWords(
    'Üzlet|Utca|Irányítószám|Város|Megjegyzés',
    'Kenyérbolt|Zöldséges|Hentes Kovács|Cukrászda Erzsébet|Könyvesbolt|Gyógyszertár|Virágbolt Rózsa|Cipőbolt|Étterem Tölgy|Fodrász Zsófi|Műszaki Áruház',
    'Petőfi Sándor út|Bűvös köz|Fő utca|Kossuth Lajos tér|Széchenyi út|Dózsa György út|Hősök tere|Szőlő utca|Erdő sor',
    'Győr|Pécs|Budapest|Székesfehérvár|Debrecen|Gödöllő|Szeged|Eger|Szentendre',
    'nyitva|zárva vasárnap|új üzlet||alapterület 120 m²|',
  ),
  tr: listWords(
    'Mağaza|Cadde|Posta kodu|Şehir|Açıklama',
    'Fırın Güneş|Çiçekçi Ayşe|Kasap Yılmaz|Eczane Şifa|Kırtasiye Işık|Pastane Gül|Kuaför Özlem|Market Doğan|Ayakkabı Dünyası|Balıkçı',
    'İstiklal Caddesi|Atatürk Bulvarı|Bağdat Caddesi|Şehit Sokağı|Çınar Sokak|Gazi Caddesi|Güzelyalı Yolu',
    'İstanbul|Eskişehir|İzmir|Ankara|Diyarbakır|Muğla|Şanlıurfa|Kütahya|Ağrı',
    'açık|pazar günü kapalı|yeni mağaza||',
  ),
  ru: listWords(
    'Магазин|Улица|Индекс|Город|Примечание',
    'Пекарня Колос|Магазин Заря|Аптека Здоровье|Кафе Ёлка|Мясная лавка|Книжный дом|Цветы|Обувь|Продукты|Чайная',
    'ул. Ленина|Садовая|пр. Мира|Большая Морская|наб. Фонтанки|Тверская|ул. Чехова|Южная',
    'Москва|Санкт-Петербург|Казань|Тула|Екатеринбург|Омск|Ярославль',
    'открыто|закрыто в воскресенье|новый||',
  ),
  bg: listWords(
    'Магазин|Улица|Код|Град|Бележка',
    'Хлебарница Зора|Аптека Надежда|Кафене Център|Книжарница|Цветя|Месарница Балкан|Обувки',
    'бул. Витоша|ул. Шипка|ул. Граф Игнатиев|бул. България|ул. Пиротска',
    'София|Пловдив|Варна|Бургас|Стара Загора',
    'отворено|затворено в неделя||',
  ),
  el: listWords(
    'Κατάστημα|Οδός|ΤΚ|Πόλη|Σημείωση',
    'Φούρνος Αθηνά|Καφέ Ήλιος|Φαρμακείο|Βιβλιοπωλείο|Άνθη|Κρεοπωλείο Ο Γιώργος|Ζαχαροπλαστείο|Παπούτσια',
    'Ερμού|Αριστοτέλους|Πανεπιστημίου|Λεωφόρος Κηφισίας|Τσιμισκή|Αγίου Δημητρίου',
    'Αθήνα|Θεσσαλονίκη|Πάτρα|Ηράκλειο|Λάρισα|Ιωάννινα',
    'ανοιχτό|κλειστό την Κυριακή|νέο||',
  ),
};

/** Numbers from 0 to 1 by a seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A list of 5 to 300 stores as a spreadsheet writes it, which holds more than ASCII. */
export function storeList(language: string, seed: number): string {
  const chance = chanceOf(seed);
  const list = LISTS[language]!;
  const one = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)]!;
  const count = Math.round(5 * 60 ** chance());
  const withNotes = chance() < 0.5;
  const heads = withNotes ? list.heads : list.heads.slice(0, 4);
  for (;;) {
    const rows = Array.from({ length: count }, () => {
      const street = `${one(list.streets)} ${Math.ceil(200 * chance())}`;
      const cells = [one(list.names), street, String(Math.floor(10_000 + 89_999 * chance())), one(list.towns)];
      return withNotes ? [...cells, one(list.notes)] : cells;
    });
    const text = `${[heads, ...rows].map((cells) => cells.join(';')).join('\r\n')}\r\n`;
    if (/[^\0-\x7f]/u.test(text)) return text;
  }
}
