/** Who may add places: whoever is signed in with the operator's address; owners of organizations that the operator names, too; nobody. */
export const WHO_ADDS_PLACES = ['operator', 'owners', 'nobody'] as const;

/** Settings of the operator for places that are added from the web app. */
export interface PlacesSettings {
  readonly whoAdds: (typeof WHO_ADDS_PLACES)[number];
  /** Organizations whose owners may. */
  readonly ofOrganizations: readonly number[];
  readonly operatorMail: string | undefined;
  /** Folder of recipes and downloads. */
  readonly home: string;
  /** Folders of bundles, or bundles themselves. */
  readonly territories: readonly string[];
  /** A folder or address in place of the public servers. */
  readonly mirror: string | undefined;
}
