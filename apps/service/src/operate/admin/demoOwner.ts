/** Who owns the demo, and operates it: the address that whoever started it signs in with. */
export const DEMO_OWNER = { email: 'demo@example.com', name: 'Demo' } as const;
