import { defineConfig } from "@playwright/test";

// WebGL without a graphics card; nothing of the browser's own goes out.
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-unsafe-swiftshader",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
];

export default defineConfig({
  testDir: "journeys",
  outputDir: "test-results",
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 2, // each with a service and a browser of its own: one waits while the other draws
  fullyParallel: true,
  reporter: [["list"]],
  use: {
    viewport: { width: 1280, height: 900 },
    trace: "retain-on-failure",
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGUMENTS },
  },
});
