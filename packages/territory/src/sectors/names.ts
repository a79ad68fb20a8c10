/**
 * The sectors of Hinterland: 60 own codes in two levels, "<group>.<sector>". A code is never changed or given another
 * meaning; a sector that is given up keeps its code, and new ones are added at the end of their group.
 */

/** Languages that every group and sector is named in. */
export const SECTOR_LANGUAGES = ['en', 'it', 'de', 'fr', 'es'] as const;
export type SectorLanguage = (typeof SECTOR_LANGUAGES)[number];
export type SectorNames = Readonly<Record<SectorLanguage, string>>;

/** Names in the order of SECTOR_LANGUAGES. */
const named = (en: string, it: string, de: string, fr: string, es: string): SectorNames => ({ en, it, de, fr, es });

export const SECTOR_GROUPS = {
  food: named('Food and drink', 'Alimentari e bevande', 'Lebensmittel und Getränke', 'Alimentation', 'Alimentación'),
  general: named(
    'General retail',
    'Commercio non specializzato',
    'Gemischtwaren',
    'Commerce généraliste',
    'Comercio general',
  ),
  fashion: named('Fashion', 'Moda', 'Mode', 'Mode', 'Moda'),
  home: named('Home and garden', 'Casa e giardino', 'Haus und Garten', 'Maison et jardin', 'Hogar y jardín'),
  health: named('Health', 'Salute', 'Gesundheit', 'Santé', 'Salud'),
  services: named('Services', 'Servizi', 'Dienstleistungen', 'Services', 'Servicios'),
  horeca: named(
    'Eating, drinking and lodging',
    'Ristorazione e alloggio',
    'Gastgewerbe',
    'Restauration et hébergement',
    'Hostelería',
  ),
  leisure: named('Leisure', 'Tempo libero', 'Freizeit', 'Loisirs', 'Ocio'),
  auto: named('Cars and motorcycles', 'Auto e moto', 'Auto und Motorrad', 'Auto et moto', 'Automoción'),
} as const satisfies Record<string, SectorNames>;
export type SectorGroup = keyof typeof SECTOR_GROUPS;

export const SECTOR_NAMES = {
  'food.supermarket': named('Supermarkets', 'Supermercati', 'Supermärkte', 'Supermarchés', 'Supermercados'),
  'food.convenience': named(
    'Convenience stores',
    'Minimarket',
    'Kleine Lebensmittelläden',
    'Supérettes',
    'Tiendas de conveniencia',
  ),
  'food.bakery': named('Bakeries', 'Panifici', 'Bäckereien', 'Boulangeries', 'Panaderías'),
  'food.butcher': named('Butchers', 'Macellerie', 'Metzgereien', 'Boucheries', 'Carnicerías'),
  'food.greengrocer': named('Greengrocers', 'Ortofrutta', 'Obst und Gemüse', 'Primeurs', 'Fruterías'),
  'food.fishmonger': named('Fishmongers', 'Pescherie', 'Fischgeschäfte', 'Poissonneries', 'Pescaderías'),
  'food.delicatessen': named(
    'Delicatessens and other food',
    'Gastronomie e altri alimentari',
    'Feinkost und andere Lebensmittel',
    'Épiceries fines et autres aliments',
    'Delicatessen y otros alimentos',
  ),
  'food.confectionery': named('Confectionery', 'Dolciumi', 'Süßwaren', 'Confiseries', 'Confiterías'),
  'food.drinks': named(
    'Wine, spirits and drinks',
    'Enoteche e bevande',
    'Wein, Spirituosen und Getränke',
    'Cavistes et boissons',
    'Vinos, licores y bebidas',
  ),
  'food.tobacco': named('Tobacco', 'Tabaccherie', 'Tabakwaren', 'Tabacs', 'Estancos'),
  'general.department_store': named(
    'Department stores',
    'Grandi magazzini',
    'Kaufhäuser',
    'Grands magasins',
    'Grandes almacenes',
  ),
  'general.variety_store': named('Variety stores', 'Negozi a prezzo fisso', 'Sonderpostenmärkte', 'Bazars', 'Bazares'),
  'fashion.clothing': named('Clothing', 'Abbigliamento', 'Bekleidung', 'Vêtements', 'Ropa'),
  'fashion.shoes': named('Shoes', 'Calzature', 'Schuhe', 'Chaussures', 'Zapaterías'),
  'fashion.bags': named(
    'Bags and accessories',
    'Borse e accessori',
    'Taschen und Accessoires',
    'Maroquinerie et accessoires',
    'Bolsos y complementos',
  ),
  'fashion.jewellery': named(
    'Jewellery and watches',
    'Gioiellerie e orologi',
    'Schmuck und Uhren',
    'Bijouteries et montres',
    'Joyerías y relojerías',
  ),
  'fashion.second_hand': named('Second-hand goods', 'Usato', 'Gebrauchtwaren', 'Occasion', 'Segunda mano'),
  'home.furniture': named('Furniture', 'Mobili', 'Möbel', 'Meubles', 'Muebles'),
  'home.diy': named(
    'DIY and hardware',
    'Bricolage e ferramenta',
    'Bau- und Heimwerkermärkte',
    'Bricolage et quincaillerie',
    'Bricolaje y ferretería',
  ),
  'home.garden': named('Garden centres', 'Giardinaggio', 'Gartencenter', 'Jardineries', 'Centros de jardinería'),
  'home.florist': named('Florists', 'Fiorai', 'Blumen', 'Fleuristes', 'Floristerías'),
  'home.household': named(
    'Household goods and decoration',
    'Casalinghi e arredo',
    'Haushaltswaren und Einrichtung',
    'Articles ménagers et décoration',
    'Menaje y decoración',
  ),
  'home.electronics': named(
    'Electronics and appliances',
    'Elettronica ed elettrodomestici',
    'Elektronik und Haushaltsgeräte',
    'Électronique et électroménager',
    'Electrónica y electrodomésticos',
  ),
  'home.mobile_phones': named('Mobile phones', 'Telefonia mobile', 'Mobilfunk', 'Téléphonie mobile', 'Telefonía móvil'),
  'home.pets': named('Pet shops', 'Animali domestici', 'Tierbedarf', 'Animaleries', 'Tiendas de mascotas'),
  'health.pharmacy': named('Pharmacies', 'Farmacie', 'Apotheken', 'Pharmacies', 'Farmacias'),
  'health.cosmetics': named(
    'Drugstores, cosmetics and perfume',
    'Profumerie e igiene',
    'Drogerien und Parfümerien',
    'Parfumeries et hygiène',
    'Perfumerías y droguerías',
  ),
  'health.optician': named(
    'Opticians and hearing aids',
    'Ottica e udito',
    'Optik und Hörgeräte',
    'Opticiens et audioprothésistes',
    'Ópticas y audífonos',
  ),
  'health.doctor': named(
    'Doctors and clinics',
    'Medici e ambulatori',
    'Ärzte und Praxen',
    'Médecins et cabinets',
    'Médicos y clínicas',
  ),
  'health.dentist': named('Dentists', 'Dentisti', 'Zahnärzte', 'Dentistes', 'Dentistas'),
  'health.veterinary': named('Veterinarians', 'Veterinari', 'Tierärzte', 'Vétérinaires', 'Veterinarios'),
  'services.hairdresser': named('Hairdressers', 'Parrucchieri', 'Friseure', 'Coiffeurs', 'Peluquerías'),
  'services.beauty': named(
    'Beauty and wellness',
    'Estetica e benessere',
    'Kosmetik und Wellness',
    'Beauté et bien-être',
    'Belleza y bienestar',
  ),
  'services.laundry': named(
    'Laundries and dry cleaning',
    'Lavanderie',
    'Wäschereien und Reinigungen',
    'Laveries et pressings',
    'Lavanderías y tintorerías',
  ),
  'services.bank': named('Banks', 'Banche', 'Banken', 'Banques', 'Bancos'),
  'services.post': named(
    'Post offices and parcels',
    'Poste e pacchi',
    'Post und Pakete',
    'Poste et colis',
    'Correos y paquetería',
  ),
  'services.travel': named(
    'Travel agencies',
    'Agenzie di viaggio',
    'Reisebüros',
    'Agences de voyages',
    'Agencias de viajes',
  ),
  'services.real_estate': named(
    'Real estate agents',
    'Agenzie immobiliari',
    'Immobilienmakler',
    'Agences immobilières',
    'Inmobiliarias',
  ),
  'services.insurance': named('Insurance', 'Assicurazioni', 'Versicherungen', 'Assurances', 'Seguros'),
  'services.childcare': named(
    'Childcare',
    'Asili e scuole materne',
    'Kinderbetreuung',
    'Garde d’enfants',
    'Guarderías',
  ),
  'services.repair': named(
    'Repair, tailors and keys',
    'Riparazioni, sarti e chiavi',
    'Reparatur, Schneider und Schlüssel',
    'Réparation, couture et clés',
    'Reparación, costura y llaves',
  ),
  'horeca.restaurant': named('Restaurants', 'Ristoranti', 'Restaurants', 'Restaurants', 'Restaurantes'),
  'horeca.fast_food': named('Fast food', 'Fast food', 'Schnellrestaurants', 'Restauration rapide', 'Comida rápida'),
  'horeca.cafe': named('Cafés', 'Caffè', 'Cafés', 'Cafés', 'Cafeterías'),
  'horeca.bar': named(
    'Bars, pubs and nightclubs',
    'Bar, pub e locali notturni',
    'Bars, Kneipen und Clubs',
    'Bars, pubs et boîtes de nuit',
    'Bares, pubs y discotecas',
  ),
  'horeca.ice_cream': named('Ice cream', 'Gelaterie', 'Eiscafés', 'Glaciers', 'Heladerías'),
  'horeca.hotel': named('Hotels', 'Alberghi', 'Hotels', 'Hôtels', 'Hoteles'),
  'leisure.gym': named('Gyms', 'Palestre', 'Fitnessstudios', 'Salles de sport', 'Gimnasios'),
  'leisure.books': named(
    'Books, press and stationery',
    'Libri, giornali e cartoleria',
    'Bücher, Presse und Schreibwaren',
    'Livres, presse et papeterie',
    'Libros, prensa y papelería',
  ),
  'leisure.toys': named(
    'Toys and baby goods',
    'Giocattoli e prima infanzia',
    'Spielwaren und Babybedarf',
    'Jouets et puériculture',
    'Juguetes y artículos de bebé',
  ),
  'leisure.sports': named(
    'Sporting goods',
    'Articoli sportivi',
    'Sportartikel',
    'Articles de sport',
    'Artículos deportivos',
  ),
  'leisure.cinema': named('Cinemas', 'Cinema', 'Kinos', 'Cinémas', 'Cines'),
  'leisure.gifts': named(
    'Gifts, art, music and hobbies',
    'Regali, arte, musica e hobby',
    'Geschenke, Kunst, Musik und Hobby',
    'Cadeaux, art, musique et loisirs créatifs',
    'Regalos, arte, música y aficiones',
  ),
  'leisure.bicycles': named('Bicycles', 'Biciclette', 'Fahrräder', 'Cycles', 'Bicicletas'),
  'auto.fuel': named('Fuel stations', 'Distributori di carburante', 'Tankstellen', 'Stations-service', 'Gasolineras'),
  'auto.dealer': named(
    'Car dealers',
    'Concessionari auto',
    'Autohändler',
    'Concessionnaires automobiles',
    'Concesionarios de coches',
  ),
  'auto.repair': named(
    'Car repair and tyres',
    'Officine e gommisti',
    'Autowerkstätten und Reifen',
    'Garages et pneus',
    'Talleres y neumáticos',
  ),
  'auto.parts': named('Car parts', 'Ricambi auto', 'Autoteile', 'Pièces automobiles', 'Recambios'),
  'auto.wash': named('Car washes', 'Autolavaggi', 'Autowäschen', 'Stations de lavage', 'Lavado de coches'),
  'auto.motorcycle': named('Motorcycles', 'Motociclette', 'Motorräder', 'Motos', 'Motocicletas'),
} as const satisfies Record<`${SectorGroup}.${string}`, SectorNames>;

export type SectorCode = keyof typeof SECTOR_NAMES;

/** Every sector code in the order of the catalogue. */
export const SECTOR_CODES = Object.keys(SECTOR_NAMES) as readonly SectorCode[];
