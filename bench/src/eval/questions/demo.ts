/** Places of the demo, as its address search finds them. */
export const NORTHERN_ROAD_56 = { lat: -36.199953, lng: -151.700049 };
export const NORTHERN_ROAD_121 = { lat: -36.192082, lng: -151.701721 };
export const HARBOUR_STREET_5 = { lat: -36.19186, lng: -151.722572 };
export const TITOKI_GROVE_106 = { lat: -36.19773, lng: -151.706402 };
export const STATION_AVENUE_1 = { lat: -36.20638, lng: -151.657589 };
export const STATION_STREET_1 = { lat: -36.206088, lng: -151.76219 };
export const STATION_LANE_1 = { lat: -36.177522, lng: -151.675347 };
export const MARKET_WAY_3 = { lat: -36.19728, lng: -151.733874 };
export const MARKET_STREET_4 = { lat: -36.167131, lng: -151.715269 };
export const AVENUE_DU_PORT_56 = { lat: -36.212666, lng: -151.751095 };

/** Areas of the demo by their codes. */
export const PORT_HALCYON = 'XM-101';
export const EASTBANK = 'XM-102';
export const WESTBOURNE = 'XM-103';
export const BELCOMBE = 'XM-201';
export const NORTHGATE = 'XM-10103';
export const PONANT = 'XM-2';
