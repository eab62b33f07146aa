// The ways to use the page: with a pointer, by keyboard alone, and with a finger.

import { expect, insert, type Locator, type Page } from "./page.ts";

/** A control, and whether it is at the left, which is a sheet where there is little room. */
type Control = Locator | { left: Locator };

/** A way to use the page. */
export abstract class Hand {
  steps = 0;

  constructor(readonly page: Page) {}

  async click(control: Control): Promise<void> {
    await this.press(await this.step(control));
  }

  async choose(control: Control, value: string): Promise<void> {
    await this.pick(await this.step(control), value);
  }

  /** Types a text in place of the one that is there. */
  async write(control: Control, written: string): Promise<void> {
    const editor = await this.step(control);
    await editor.press("ControlOrMeta+a");
    await insert(editor, written);
  }

  private async step(control: Control): Promise<Locator> {
    this.steps += 1;
    const isLeft = "left" in control;
    const target = isLeft ? control.left : control;
    await this.reach(target, isLeft);
    return target;
  }

  protected abstract press(target: Locator): Promise<void>;
  protected abstract pick(list: Locator, value: string): Promise<void>;
  protected abstract reach(target: Locator, isLeft: boolean): Promise<void>;
}

export class Pointer extends Hand {
  protected async press(target: Locator): Promise<void> {
    await target.click();
  }

  protected async pick(list: Locator, value: string): Promise<void> {
    await list.selectOption(value);
  }

  protected async reach(target: Locator, _isLeft: boolean): Promise<void> {
    await target.waitFor({ state: "attached" });
  }
}

/** A pointer where the left side is a sheet. */
export class Finger extends Pointer {
  protected override async reach(target: Locator, isLeft: boolean): Promise<void> {
    const isOpen = (await this.page.locator("body.sheet").count()) > 0;
    if (isOpen !== isLeft) {
      await this.page.getByRole("button", { name: isOpen ? "Done" : "Open the grammar", exact: true }).first().click();
    }
    await super.reach(target, isLeft);
  }
}

export class Keys extends Hand {
  protected async press(target: Locator): Promise<void> {
    await target.press("Enter");
  }

  protected async pick(list: Locator, value: string): Promise<void> {
    const wanted = await list.locator(`option[value="${value}"]`).textContent();
    await this.page.keyboard.type(wanted ?? "");
    await expect(list).toHaveValue(value);
    await list.press("Enter");
  }

  /** Goes there with Tab, or back with Shift+Tab, and with the arrows among tabs and in a tree. */
  protected async reach(target: Locator): Promise<void> {
    await target.waitFor();
    const role = await target.getAttribute("role");
    const arrow = role === "tab" ? "ArrowRight" : role === "treeitem" ? "ArrowDown" : null;
    const next = () =>
      target.evaluate((one, [role, arrow]) => {
        const focused = document.activeElement;
        // In a lecture, Tab goes through the views: the arrows are those of a remote.
        const list = role === "treeitem" ? "[role=tree]" : document.body.classList.contains("lecture") ? "nothing" : "[role=tablist]";
        const isBeside = arrow !== null && focused?.getAttribute("role") === role && focused?.closest(list) != null && focused.closest(list) === one.closest(list);
        const isPast = focused !== null && (one.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
        const tab = isPast && focused !== document.body ? "Shift+Tab" : "Tab";
        return focused === one ? null : !isBeside ? tab : role === "treeitem" && isPast ? "ArrowUp" : arrow;
      }, [role, arrow] as const);
    let key = await next();
    for (let keys = 0; keys < 160 && key !== null; keys += 1) {
      await this.page.keyboard.press(key);
      key = await next();
    }
    expect(key, `the keyboard reaches ${String(target)}`).toBe(null);
  }
}
