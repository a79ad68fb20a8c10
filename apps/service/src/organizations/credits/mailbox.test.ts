import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

it.each([
  ['farmer@example.com', 'farmer@example.com'],
  ['Farmer+a@Example.com', 'farmer@example.com'],
  ['farmer+a+b@example.com.', 'farmer@example.com'],
  ['far.mer@example.com', 'far.mer@example.com'],
  ['f.ar.mer+x@gmail.com', 'farmer@gmail.com'],
  ['FARMER@googlemail.com', 'farmer@gmail.com'],
  ['far-mer_x@pm.me', 'farmerx@proton.me'],
  ['farmer@mac.com', 'farmer@icloud.com'],
  ['shop@farmer.fastmail.com', 'farmer@fastmail.com'],
  ['farmer+shop@fastmail.com', 'farmer@fastmail.com'],
  ['far.mer@ya.ru', 'far-mer@yandex.ru'],
  ['+a@example.com', '+a@example.com'],
  ['"far mer+x"@example.com', 'far mer@example.com'],
])('the mailbox of %s is %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
