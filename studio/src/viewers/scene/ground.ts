import { GridHelper, Group, type Vector3 } from "three";

const CELLS = 20;
const LINES = { onDark: [0x5a6272, 0x3a404c], onLight: [0x9aa3b2, 0xd0d5dd] } as const;

/** The grid that things stand on. */
export class Ground {
  readonly group = new Group();
  private radius = 1;
  private isOnLight = false;

  fit(radius: number, height: number, middle: Vector3): void {
    this.radius = radius;
    this.group.position.set(middle.x, height, middle.z);
    this.build();
  }

  tint(isOnLight: boolean): void {
    this.isOnLight = isOnLight;
    this.build();
  }

  private build(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      if (child instanceof GridHelper) child.dispose();
    }
    const [middle, others] = this.isOnLight ? LINES.onLight : LINES.onDark;
    this.group.add(new GridHelper(this.radius * 5, CELLS, middle, others));
  }
}
