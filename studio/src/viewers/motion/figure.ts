import {
  Bone,
  Box3,
  CylinderGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";

const UP = new Vector3(0, 1, 0);
const JOINT_SIZE = 0.014; // of the whole figure's
const LIMB_SIZE = 0.01;

/** Joints and limbs drawn for a skeleton, which without a skin nobody would see. */
export class Figure {
  readonly group = new Group();
  readonly bones: Bone[] = [];
  private readonly joints: Mesh[] = [];
  private readonly limbs: { mesh: Mesh; from: Object3D; to: Object3D }[] = [];
  private readonly size: number;

  constructor(root: Object3D) {
    root.updateMatrixWorld(true);
    root.traverse((one) => one instanceof Bone && this.bones.push(one));
    this.size = this.box().getSize(new Vector3()).length() || 1;
    const joint = new SphereGeometry(this.size * JOINT_SIZE, 16, 12);
    const limb = new CylinderGeometry(this.size * LIMB_SIZE * 0.6, this.size * LIMB_SIZE, 1, 12);
    const jointColour = new MeshStandardMaterial({ color: 0xffb86b, roughness: 0.4 });
    const limbColour = new MeshStandardMaterial({ color: 0x8b93ff, roughness: 0.45 });
    for (const bone of this.bones) {
      this.joints.push(new Mesh(joint, jointColour));
      if (bone.parent instanceof Bone) {
        this.limbs.push({ mesh: new Mesh(limb, limbColour), from: bone.parent, to: bone });
      }
    }
    this.group.add(...this.joints, ...this.limbs.map(({ mesh }) => mesh));
    this.update();
  }

  /** Where the joints are now. */
  box(): Box3 {
    return new Box3().setFromPoints(this.bones.map((bone) => bone.getWorldPosition(new Vector3())));
  }

  /** Follow the bones. */
  update(): void {
    this.bones.forEach((bone, index) => {
      const joint = this.joints[index];
      if (joint) bone.getWorldPosition(joint.position);
    });
    const [from, to] = [new Vector3(), new Vector3()];
    for (const limb of this.limbs) {
      limb.from.getWorldPosition(from);
      limb.to.getWorldPosition(to);
      const along = to.clone().sub(from);
      const length = along.length();
      limb.mesh.visible = length > 0;
      if (!length) continue;
      limb.mesh.position.copy(from).addScaledVector(along, 0.5);
      limb.mesh.scale.set(1, length, 1);
      limb.mesh.quaternion.copy(new Quaternion().setFromUnitVectors(UP, along.divideScalar(length)));
    }
  }
}
