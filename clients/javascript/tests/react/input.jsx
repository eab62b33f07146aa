import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { UrlInput } from "./UrlInput.jsx";

afterEach(cleanup);
const type = (value) => fireEvent.change(screen.getByRole("textbox"), { target: { value } });
const marked = () => document.querySelector("mark")?.textContent;

test("the error follows what is typed", () => {
  render(<UrlInput />);
  const input = screen.getByRole("textbox");
  expect(input.getAttribute("aria-invalid")).toBe("false");
  type("http://me@host.dom/");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(marked()).toBe("@");
  expect(screen.getByRole("status").textContent).toContain("no user name or password is allowed");
  type("http://host.dom/𝒳");
  expect(marked()).toBe("𝒳");
  type("http://host.dom/");
  expect(input.getAttribute("aria-invalid")).toBe("false");
  expect(screen.queryByRole("status")).toBe(null);
});

test("a click on the fix writes it", () => {
  render(<UrlInput initial="http://me@host.dom/" />);
  fireEvent.click(screen.getByRole("button"));
  expect(screen.getByRole("textbox").value).toBe("http://host.dom/");
});
