import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** Verifies Ed25519 signatures (RFC 8032) on any Java. It has no secrets. 只验证签名，不含任何秘密。 */
final class Ed25519 {
  private static final BigInteger ONE = BigInteger.ONE;
  private static final BigInteger P = ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));
  private static final BigInteger ORDER =
      ONE.shiftLeft(252).add(new BigInteger("27742317777372353535851937790883648493"));
  private static final BigInteger D =
      BigInteger.valueOf(-121665).multiply(BigInteger.valueOf(121666).modInverse(P)).mod(P);
  /** The square root of -1. -1 的平方根。 */
  private static final BigInteger ROOT =
      BigInteger.valueOf(2).modPow(P.subtract(ONE).shiftRight(2), P);
  private static final Point BASE = point(baseBytes());

  private Ed25519() {}

  /** Whether the owner of the public key signed the message. 签名是否有效。 */
  static boolean verify(byte[] key, byte[] message, byte[] signature) {
    if (key.length != 32 || signature.length != 64) return false;
    byte[] first = Arrays.copyOfRange(signature, 0, 32);
    Point owner = point(key);
    Point r = point(first);
    BigInteger s = number(Arrays.copyOfRange(signature, 32, 64));
    if (owner == null || r == null || s.compareTo(ORDER) >= 0) return false;
    Point right = r.add(owner.times(number(sha512(first, key, message)).mod(ORDER)));
    return BASE.times(s).isSame(right);
  }

  /** A point of the curve: x = X/Z, y = Y/Z, xy = T/Z. 曲线上的点。 */
  private static final class Point {
    final BigInteger x;
    final BigInteger y;
    final BigInteger z;
    final BigInteger t;

    Point(BigInteger x, BigInteger y, BigInteger z, BigInteger t) {
      this.x = x.mod(P);
      this.y = y.mod(P);
      this.z = z.mod(P);
      this.t = t.mod(P);
    }

    Point add(Point other) {
      BigInteger a = y.subtract(x).multiply(other.y.subtract(other.x));
      BigInteger b = y.add(x).multiply(other.y.add(other.x));
      BigInteger c = t.multiply(other.t).mod(P).multiply(D).shiftLeft(1);
      BigInteger d = z.multiply(other.z).shiftLeft(1);
      BigInteger e = b.subtract(a).mod(P);
      BigInteger f = d.subtract(c).mod(P);
      BigInteger g = d.add(c).mod(P);
      BigInteger h = b.add(a).mod(P);
      return new Point(e.multiply(f), g.multiply(h), f.multiply(g), e.multiply(h));
    }

    Point times(BigInteger factor) {
      Point total = new Point(BigInteger.ZERO, ONE, ONE, BigInteger.ZERO);
      Point doubled = this;
      for (int bit = 0; bit < factor.bitLength(); bit++) {
        if (factor.testBit(bit)) total = total.add(doubled);
        doubled = doubled.add(doubled);
      }
      return total;
    }

    boolean isSame(Point other) {
      return x.multiply(other.z).subtract(other.x.multiply(z)).mod(P).signum() == 0
          && y.multiply(other.z).subtract(other.y.multiply(z)).mod(P).signum() == 0;
    }
  }

  /** Reads 32 bytes: y, and the lowest bit of x. 由32字节还原曲线上的点。 */
  private static Point point(byte[] bytes) {
    BigInteger read = number(bytes);
    boolean odd = read.testBit(255);
    BigInteger y = read.clearBit(255);
    if (y.compareTo(P) >= 0) return null;
    BigInteger yy = y.multiply(y);
    BigInteger square = yy.subtract(ONE).multiply(D.multiply(yy).add(ONE).modInverse(P)).mod(P);
    BigInteger x = square.modPow(P.add(BigInteger.valueOf(3)).shiftRight(3), P);
    if (!x.multiply(x).mod(P).equals(square)) x = x.multiply(ROOT).mod(P);
    if (!x.multiply(x).mod(P).equals(square) || (x.signum() == 0 && odd)) return null;
    if (x.testBit(0) != odd) x = P.subtract(x);
    return new Point(x, y, ONE, x.multiply(y));
  }

  /** The base point has y = 4/5 and an even x. 基点。 */
  private static byte[] baseBytes() {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) 0x66);
    bytes[0] = 0x58;
    return bytes;
  }

  private static BigInteger number(byte[] littleEndian) {
    byte[] reversed = new byte[littleEndian.length];
    for (int i = 0; i < reversed.length; i++) reversed[i] = littleEndian[reversed.length - 1 - i];
    return new BigInteger(1, reversed);
  }

  private static byte[] sha512(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-512");
      for (byte[] part : parts) digest.update(part);
      return digest.digest();
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
