import type { Locator, Page } from 'playwright-core';
import { takeOption } from './takeOption.ts';

/** Somebody who has never seen the app: reads labels, presses what they name, and has no other way. */
export class Stranger {
  readonly page: Page;
  clicks = 0;
  passwords = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** Takes the clicks so far, and begins to count anew. */
  counted(): number {
    const { clicks } = this;
    this.clicks = 0;
    return clicks;
  }

  async press(name: string | RegExp): Promise<void> {
    const target = this.page.getByRole('button', { name }).or(this.page.getByRole('link', { name }));
    await this.#click(target.first());
  }

  /** Types into a field and takes the first of what it offers. */
  async take(label: string | RegExp, text: string): Promise<string> {
    const field = this.page.getByRole('combobox', { name: label }).first();
    const name = await takeOption(field, text, new RegExp(text, 'i'));
    this.clicks++;
    return name;
  }

  async type(label: string, text: string): Promise<void> {
    if (label === 'Password') this.passwords++;
    await this.page.getByLabel(label, { exact: true }).last().fill(text);
  }

  /** Asks the bar at the top, and opens the first that it finds. */
  async find(text: string): Promise<void> {
    await this.press('Search');
    const bar = this.page.getByRole('dialog', { name: 'Commands' });
    await bar.waitFor();
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
    this.clicks++;
    await bar.waitFor({ state: 'detached' });
  }

  /** Goes to a page by the navigation, which on a phone is in a menu. */
  async visit(name: string): Promise<void> {
    const menu = this.page.getByRole('button', { name: 'Navigation' });
    const link = this.page.getByRole('navigation').getByRole('link', { name }).first();
    await menu.or(link).first().waitFor();
    if (!(await menu.isVisible())) return this.#click(link);
    await this.#click(menu);
    await this.#click(this.page.getByRole('menuitem', { name, exact: true }));
  }

  /** Types a number into the field whose label begins so. */
  async number(label: RegExp, value: number): Promise<void> {
    const field = this.page.getByRole('textbox', { name: label }).first();
    await field.fill(String(value));
    await field.blur();
  }

  /** Takes one of a list that a button opens. */
  async choose(button: string | RegExp, option: string | RegExp): Promise<void> {
    await this.press(button);
    await this.#click(this.page.getByRole('option', { name: option }).first());
  }

  /** Turns a switch by its words. */
  async turn(label: string): Promise<void> {
    await this.#click(this.page.locator('label').filter({ hasText: label }).first());
  }

  async #click(target: Locator): Promise<void> {
    await target.click();
    this.clicks++;
  }
}
