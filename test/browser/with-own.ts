// Leads the tests in the machine's own Chromium (`run.mjs`), which is what `chromium.ts` finds by itself.
