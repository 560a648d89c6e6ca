// `npm test` leaves out what takes long; whoever runs it should know.
console.log(`Left out of npm test, each a suite of its own:
  npm run demo         the whole story, with the package as it is installed
  npm run test:install the 48 cases of the installer, and every manager of hooks
  npm run test:gate    every way to push, and 2,000 random histories against a slow oracle
  npm run test:faults  processes killed, stopped and starved, disks full, with the full counts
  npm run test:agents  reviews by the real CLIs of five agents, 1.4 GB of them, against a model on loopback
  npm run test:nodes   the story and the unit tests on Node 22, 24 and 26
  npm run bench        what a commit, a push and a review cost, side by side with others`)
