import fc from 'fast-check'

/** Property tests draw the same values in every run, so that none fails by chance. `SEED=2 npm test -- csv` draws others. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) })

export default fc
