import { SeededRandom } from '@hinterland/geo';
import type { Flavour } from '../plan/localities.ts';

/** Words that street names are made of: plants, animals, trades, weather and the sea; no names of people. */
const ENGLISH = (
  'Acacia Albatross Alder Almond Amber Anchor Apple Ash Aspen Banksia Barley Barrel Basalt Bay Beacon Beech Bell Birch ' +
  'Blackberry Bluebell Bluff Boatshed Bottlebrush Bramble Breaker Brewery Brickfield Bridle Bulrush Candle Cannery Canoe ' +
  'Capstan Cedar Chandler Chapel Cherry Chestnut Clay Clover Coast Cockle Compass Cooper Copper Coral Cormorant Cottage ' +
  'Cotton Cove Cradle Creek Cricket Customs Cypress Dairy Dolphin Dovecote Dune Eel Elm Ember Fern Ferry Field Finch Flax ' +
  'Flint Forge Foundry Foxglove Garden Gannet Gatehouse Ginger Glade Glassworks Granary Granite Grove Gull Harbour Harvest ' +
  'Hawthorn Hazel Heath Heron Hill Holly Honeysuckle Hop Iron Ivy Jetty Juniper Kelp Kestrel Kiln Kite Lagoon Lantern ' +
  'Larch Lark Laurel Lavender Lemon Lighthouse Lilac Lime Linden Linnet Lock Lupin Magnolia Mallard Malt Maple Market ' +
  'Marigold Marina Meadow Mill Mint Mist Moss Mulberry Myrtle Nettle Nutmeg Oak Oar Oat Olive Orange Orchard Orchid Osprey ' +
  'Oyster Paddock Palm Pear Pebble Pelican Pepper Petrel Pier Pilot Pine Plover Plum Poplar Poppy Primrose Quail Quarry ' +
  'Quarterdeck Quince Raven Reef Reservoir Ridge River Rope Rosemary Rowan Rudder Rush Saddle Saffron Sage Sail Salt ' +
  'Sandpiper Schoolhouse Seashell Shearwater Shell Shepherd Shingle Signal Silver Skylark Slate Sloop Sorrel Sparrow ' +
  'Spindrift Spinnaker Spring Stable Starling Station Stone Summit Sunrise Sunset Swallow Swan Sycamore Tallow Tannery ' +
  'Teal Tern Thistle Thyme Tide Tiller Timber Tinsmith Trellis Trident Valley Vine Violet Walnut Warbler Warehouse Water ' +
  'Wattle Weaver Wheat Wharf Whistler Willow Windmill Wisteria Wren Yarrow Yew'
).split(' ');

const FRENCH = [
  ...'Acacias Alizés Amandiers Ananas Anémones Ateliers Baleines Bambous Bananiers Bougainvilliers Brisants Bruyères Caféiers Calebasses Cannes Cascades Citronniers Cocotiers Colibris Coraux Cordiers Dauphins Écluses Embruns Étoiles Falaises Filaos Flamboyants Forgerons Fougères Frégates Genêts Glaciers Goélands Goyaviers Hêtres Hibiscus Hirondelles Îlots Jardins Jonquilles Lauriers Lavandes Lilas Magnolias Manguiers Marais Marées Mélèzes Mésanges Mimosas Moulins Mûriers Oliviers Orangers Orchidées Palétuviers Palmes Papayers Pêcheurs Peupliers Phares Pins Platanes Prairies Pruniers Récifs Roseaux Rosiers Sables Salines Sources Tamarins Tonneliers Tourterelles Vagues Vanilliers Vergers Vignes Violettes'
    .split(' ')
    .map((word) => `des ${word}`),
  ...'Belvédère Bocage Calvaire Canal Cap Château Clocher Collège Corail Four Gué Lavoir Littoral Marché Môle Morne Moulin Phare Plateau Pont Port Puits Ruisseau Sémaphore Théâtre Torrent Vallon Verger Vieux-Quai'
    .split(' ')
    .map((word) => `du ${word}`),
  ...'Baie Batterie Brise Cascade Chapelle Citadelle Citerne Clairière Côte Crête Dune Ferme Fontaine Forge Forêt Gare Jetée Lanterne Lune Mairie Passe Plage Pointe Poste Rade Ravine Rivière Source Tour Vigie'
    .split(' ')
    .map((word) => `de la ${word}`),
  "de l'Ancre",
  "de l'Anse",
  "de l'Aqueduc",
  "de l'Arsenal",
  "de l'École",
  "de l'Église",
  "de l'Étang",
  "de l'Horizon",
  "de l'Île",
  "de l'Océan",
];

const POLYNESIAN = (
  'Aihe Awa Harakeke Hīnau Hōiho Horopito Huia Inanga Kāhu Kahawai Kākā Kākāpō Kānuka Kāpuka Karaka Kārearea Kāruhiruhi ' +
  'Kauri Kawakawa Kēkeno Kererū Kiekie Kōaro Kōhatu Kōkako Kōkihi Kōpū Korimako Korora Kōtare Kotuku Kōwhai Kuaka Kūmara ' +
  'Mānuka Marama Mataī Matuku Maunga Miro Moana Mōhua Ngāio Ngaru Nīkau Pāpaka Pātiki Pāua Pīngao Pipi Pīpīwharauroa ' +
  'Pīwakawaka Pōhutukawa Pōkākā Ponga Pūkeko Pūriri Rātā Raupō Rewarewa Rimu Riroriro Roimata Ruru Takahē Tākapu Tāmure ' +
  'Tānekaha Tarāpunga Tarata Tawa Tī Tīeke Tītī Tītoki Toetoe Tohorā Tōrea Toroa Tōtara Tōwai Tūī Tūmatakuru Tūturiwhatu ' +
  'Uru Waka Weka Whai Whau Whetū Whio'
).split(' ');

const PORTUGUESE = [
  'das Algas',
  'da Âncora',
  'do Arpão',
  'das Baleias',
  'do Cais',
  'da Calheta',
  'do Capitão',
  'das Caravelas',
  'das Conchas',
  'do Estaleiro',
  'do Farol',
  'das Gaivotas',
  'das Hortênsias',
  'da Maré',
  'dos Marinheiros',
  'do Moinho',
  'da Nau',
  'dos Pescadores',
  'da Praia',
  'da Ribeira',
  'da Rocha',
  'do Sal',
  'das Sardinhas',
  'da Saudade',
  'dos Tanoeiros',
  'da Traineira',
  'da Vela',
  'da Vigia',
];

/** Shape of a street, as far as its name says. */
export type StreetShape = 'main' | 'through' | 'deadEnd' | 'lane';

const ENGLISH_TYPES: Record<StreetShape, readonly string[]> = {
  main: ['Road', 'Avenue', 'Parade', 'Drive', 'Road'],
  through: ['Street', 'Street', 'Street', 'Avenue', 'Road', 'Lane', 'Terrace', 'Crescent', 'Way', 'Grove'],
  deadEnd: ['Close', 'Court', 'Place', 'Lane', 'Rise'],
  lane: ['Road', 'Road', 'Lane', 'Track'],
};
const FRENCH_TYPES: Record<StreetShape, readonly string[]> = {
  main: ['Boulevard', 'Avenue', 'Cours'],
  through: ['Rue', 'Rue', 'Rue', 'Allée', 'Avenue', 'Montée'],
  deadEnd: ['Impasse', 'Allée', 'Place'],
  lane: ['Chemin', 'Chemin', 'Route', 'Sentier'],
};
const PORTUGUESE_TYPES: Record<StreetShape, readonly string[]> = {
  main: ['Avenida'],
  through: ['Rua', 'Rua', 'Travessa', 'Calçada'],
  deadEnd: ['Beco', 'Largo'],
  lane: ['Caminho', 'Estrada'],
};

/** Whose language a street's name is in, by the locality: most streets follow it, some do not. */
const MIXTURE: Record<Flavour, readonly Flavour[]> = {
  english: ['english', 'english', 'english', 'english', 'polynesian', 'french'],
  french: ['french', 'french', 'french', 'french', 'french', 'polynesian'],
  polynesian: ['polynesian', 'polynesian', 'polynesian', 'english'],
  portuguese: ['portuguese', 'portuguese', 'portuguese', 'english'],
};

/** Gives names that no two streets of one locality share. */
export class StreetNames {
  readonly #random: SeededRandom;
  readonly #taken = new Set<string>();

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
  }

  /** Keeps a name that stands already from being given again in these localities. */
  take(name: string, localities: Iterable<number>): void {
    for (const locality of localities) this.#taken.add(`${locality} ${name}`);
  }

  /** Returns a new name for a street in these localities, in the manner of the first. */
  next(flavour: Flavour, shape: StreetShape, localities: readonly number[]): string {
    for (let attempt = 0; ; attempt++) {
      const name = attempt < 200 ? this.#make(flavour, shape) : `${this.#make(flavour, shape)} ${attempt - 198}`;
      if (localities.some((locality) => this.#taken.has(`${locality} ${name}`))) continue;
      this.take(name, localities);
      return name;
    }
  }

  #make(flavour: Flavour, shape: StreetShape): string {
    const random = this.#random;
    switch (random.pick(MIXTURE[flavour])) {
      case 'english':
        return `${random.pick(ENGLISH)} ${random.pick(ENGLISH_TYPES[shape])}`;
      case 'french':
        return `${random.pick(FRENCH_TYPES[shape])} ${random.pick(FRENCH)}`;
      case 'polynesian':
        return random.next() < 0.25
          ? `Te Ara ${random.pick(POLYNESIAN)}`
          : `${random.pick(POLYNESIAN)} ${random.pick(ENGLISH_TYPES[shape])}`;
      case 'portuguese':
        return `${random.pick(PORTUGUESE_TYPES[shape])} ${random.pick(PORTUGUESE)}`;
    }
  }
}
