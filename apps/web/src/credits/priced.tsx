import type { ReactNode } from 'react';
import { isHouse } from '../text/house.ts';

/** What is about prices, orders or the balance: absent on an organization's own server. */
export const Priced = ({ children }: { children: ReactNode }): ReactNode => (isHouse ? null : children);
