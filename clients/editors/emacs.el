;; Fails unless Emacs, with the settings of docs/editors.md, shows the error of a file and renames a
;; production.  The settings are loaded before.

(require 'eglot)
(require 'cl-lib)
(setq eglot-sync-connect 20)

(defun expect (what value)
  (unless value
    (message "editors: Emacs: %s" what)
    (kill-emacs 1)))

(find-file (car command-line-args-left))
(apply #'eglot (eglot--guess-contact))
(let ((end (+ (float-time) 20)))
  (while (and (null (flymake-diagnostics)) (< (float-time) end))
    (accept-process-output nil 0.1)
    (flymake-start)))
(expect "no diagnostic"
        (cl-some (lambda (it) (string-match-p "`prt` is used" (flymake-diagnostic-text it)))
                 (flymake-diagnostics)))
(goto-char 2)
(eglot-rename "harbour")
(expect "nothing is renamed"
        (string-prefix-p "harbour = 1*DIGIT\n" (buffer-string)))
(set-buffer-modified-p nil)
(kill-emacs 0)
