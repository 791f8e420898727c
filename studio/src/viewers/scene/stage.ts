import {
  ACESFilmicToneMapping,
  Box3,
  Color,
  type Group,
  Mesh,
  type Object3D,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  type Texture,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
import { Ground } from "./ground.ts";

const LIVE_MAX = 4; // browsers hold about 16 WebGL contexts, and each takes memory
const PIXEL_RATIO_MAX = 2;
const DISTANCE = 2.6; // from the middle, in radii
const VIEW_FROM = new Vector3(0.7, 0.4, 1).normalize();
const SETTLE_MILLISECONDS = 500; // drawn after the last movement, while the controls come to rest
const SLOW_SECONDS = 0.04; // a frame that takes longer is followed by a pause, so that the rest of the page can be used
const PAUSE_SECONDS_MAX = 1;
const ENVIRONMENT_PIXELS = 64; // of each side of what is mirrored; four times that takes a machine without a graphics card ten seconds
const WAITING = -1; // instead of the number of a frame
export const GROUNDS = ["studio", "dark", "light"] as const;
export type GroundName = (typeof GROUNDS)[number];
const COLOURS: Record<GroundName, number> = { studio: 0x22262f, dark: 0x0b0d11, light: 0xf2f4f7 };

/** Told before a stage gives its WebGL context back because others need theirs. */
const live: Stage[] = [];

/** One WebGL canvas with a scene that can be turned; it draws only while something moves. */
export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(40, 1, 0.01, 1_000);
  readonly ground = new Ground();
  /** Frames drawn so far. */
  drawn = 0;
  /** Called before each frame with the seconds since the last one; true while something moves by itself. */
  animate: (seconds: number) => boolean = () => false;
  private readonly renderer: WebGLRenderer;
  private readonly controls: OrbitControls;
  private readonly observer: ResizeObserver;
  private readonly screen: IntersectionObserver;
  private isOnScreen = true;
  private frame = 0;
  private pause: ReturnType<typeof setTimeout> | undefined;
  private restAt = 0;
  private last = 0;
  private middle = new Vector3();
  private radius = 1;

  /** Throws where the browser has no WebGL. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly onRelease: () => void,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, PIXEL_RATIO_MAX));
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.scene.environment = roomLight(this.renderer);
    this.scene.add(this.ground.group);
    this.setGround("studio");
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.listenToKeyEvents(canvas);
    this.controls.addEventListener("change", () => this.wake());
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    this.screen = new IntersectionObserver((seen) => {
      this.isOnScreen = seen.at(-1)?.isIntersecting ?? true;
      if (this.isOnScreen) this.wake();
    });
    this.screen.observe(canvas);
    live.push(this);
    if (live.length > LIVE_MAX) live[0]?.release();
  }

  /** Put a thing in the middle of the picture, on the grid. */
  show(thing: Object3D, box = new Box3().setFromObject(thing)): void {
    this.scene.add(thing);
    const size = box.getSize(new Vector3());
    this.radius = size.length() / 2 || 1;
    box.getCenter(this.middle);
    this.ground.fit(this.radius, box.min.y, this.middle);
    this.camera.near = this.radius / 100;
    this.camera.far = this.radius * 100;
    this.controls.maxDistance = this.radius * 20;
    this.reset();
    this.resize();
  }

  /** Look from where it was looked from at first. */
  reset(): void {
    this.camera.position.copy(this.middle).addScaledVector(VIEW_FROM, this.radius * DISTANCE);
    this.camera.updateProjectionMatrix();
    this.controls.target.copy(this.middle);
    this.wake();
  }

  setGround(name: GroundName): void {
    this.scene.background = new Color(COLOURS[name]);
    this.ground.tint(name === "light");
    this.wake();
  }

  setLight(strength: number): void {
    this.scene.environmentIntensity = strength;
    this.wake();
  }

  /** Draw until nothing moves any more, or nobody sees it. */
  wake(): void {
    this.restAt = performance.now() + SETTLE_MILLISECONDS;
    if (this.frame) return;
    this.last = performance.now();
    this.request();
  }

  /** The picture as it is, as a PNG file. */
  picture(): Promise<Blob | null> {
    this.renderer.render(this.scene, this.camera);
    return new Promise((resolve) => this.canvas.toBlob(resolve));
  }

  /** Give everything back; the canvas is of no use afterwards. */
  dispose(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.pause);
    this.frame = WAITING;
    this.observer.disconnect();
    this.screen.disconnect();
    this.controls.dispose();
    this.scene.traverse(disposeOf);
    this.scene.environment?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    const at = live.indexOf(this);
    if (at >= 0) live.splice(at, 1);
  }

  private release(): void {
    this.dispose();
    this.onRelease();
  }

  private draw(now: number): void {
    const seconds = (now - this.last) / 1_000;
    this.last = now;
    const moves = this.animate(seconds);
    this.controls.update();
    this.renderer.render(this.scene, this.camera);
    this.drawn += 1;
    this.frame = 0;
    if (!this.isOnScreen || (!moves && now >= this.restAt)) return;
    if (seconds <= SLOW_SECONDS) this.request();
    else {
      this.frame = WAITING;
      this.pause = setTimeout(() => this.request(), Math.min(seconds, PAUSE_SECONDS_MAX) * 1_000);
    }
  }

  private request(): void {
    this.frame = requestAnimationFrame((now) => this.draw(now));
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.wake();
  }
}

/** The light of a room, from all around. */
function roomLight(renderer: WebGLRenderer): Texture {
  const generator = new PMREMGenerator(renderer);
  const room = new RoomEnvironment();
  const { texture } = generator.fromScene(room, 0.04, 0.1, 100, { size: ENVIRONMENT_PIXELS });
  room.dispose();
  generator.dispose();
  return texture;
}

/** Every mesh of a thing. */
export function meshesOf(thing: Object3D | Group): Mesh[] {
  const found: Mesh[] = [];
  thing.traverse((one) => one instanceof Mesh && found.push(one));
  return found;
}

function disposeOf(thing: Object3D): void {
  if (!(thing instanceof Mesh)) return;
  thing.geometry.dispose();
  for (const material of [thing.material].flat()) material.dispose();
}
