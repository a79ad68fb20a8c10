/** Groups of figures that count residents without a store of a sector within reach. */
export const ACCESS_GROUPS = ['shareWithout', 'residentsWithout'] as const;

export const isOfAccess = (group: string): group is (typeof ACCESS_GROUPS)[number] =>
  ACCESS_GROUPS.some((one) => one === group);
