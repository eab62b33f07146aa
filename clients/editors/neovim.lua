-- Fails unless Neovim, with the settings of docs/editors.md, shows the error of a file and renames a
-- production.

local function expect(what, is_so)
  if not vim.wait(20000, is_so) then
    io.stderr:write("editors: Neovim: " .. what .. "\n")
    vim.cmd("cquit")
  end
end

expect("no diagnostic", function()
  local first = vim.diagnostic.get(0)[1]
  return first and string.find(first.message, "the production `prt` is used and never defined", 1, true)
end)
vim.api.nvim_win_set_cursor(0, { 1, 1 })
vim.lsp.buf.rename("harbour")
expect("nothing is renamed", function()
  return vim.api.nvim_buf_get_lines(0, 0, 1, true)[1] == "harbour = 1*DIGIT"
end)
vim.cmd("qall!")
