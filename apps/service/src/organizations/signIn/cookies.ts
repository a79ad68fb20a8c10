/** Whether browsers reach the service over https: then cookies are Secure, and bound to the host by `__Host-`. */
export const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');

/** The name of a cookie of the service. Browsers take `__Host-` only over https. */
export const cookieName = (baseUrl: string, suffix = ''): string =>
  `${isSecure(baseUrl) ? '__Host-' : ''}hinterland${suffix}`;
