// The first file for tests in the machine's Chromium (`run.mjs`), which `chromium.ts` finds by default.
