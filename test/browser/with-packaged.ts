// The first file for tests in the packaged Chromium (`run.mjs`).
process.env.PARVIS_TEST_BROWSER = 'packaged'
