public import CMTimeLib

// Names of Image I/O, as dictionaries about pictures use them.

/// How the picture is to be turned and mirrored, from 1 to 8.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Pixels in a row.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// Rows.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// What the camera noted about the exposure: a dictionary.
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// What the camera noted about itself and the file: a dictionary.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// Where the picture was taken: a dictionary.
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"

/// When it was taken, as `2026:03:01 12:30:00`.
public let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// When it became a file.
public let kCGImagePropertyExifDateTimeDigitized: CFString = "DateTimeDigitized"
/// The digits behind the second in which it was taken.
public let kCGImagePropertyExifSubsecTimeOriginal: CFString = "SubsecTimeOriginal"
/// The digits behind the second in which it became a file.
public let kCGImagePropertyExifSubsecTimeDigitized: CFString = "SubsecTimeDigitized"
/// How far from Greenwich that time is, as `+01:00`.
public let kCGImagePropertyExifOffsetTimeOriginal: CFString = "OffsetTimeOriginal"
/// How far from Greenwich the time is when it became a file.
public let kCGImagePropertyExifOffsetTimeDigitized: CFString = "OffsetTimeDigitized"
/// Pixels in a row.
public let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// Rows.
public let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
/// How long it was exposed, in seconds.
public let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// How sensitive the camera was: an array of one number.
public let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// How much brighter than usual it is meant to be, in exposure values.
public let kCGImagePropertyExifExposureBiasValue: CFString = "ExposureBiasValue"
/// 0 for an automatic exposure, 1 for one by hand, 2 for one of a bracket.
public let kCGImagePropertyExifExposureMode: CFString = "ExposureMode"
/// Whether the flash went off: its lowest bit.
public let kCGImagePropertyExifFlash: CFString = "Flash"
/// 1 for sRGB.
public let kCGImagePropertyExifColorSpace: CFString = "ColorSpace"
/// Which version of the standard it follows: an array of numbers.
public let kCGImagePropertyExifExifVersion: CFString = "ExifVersion"
/// The focal length divided by the aperture.
public let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// In millimetres.
public let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// Who made the lens.
public let kCGImagePropertyExifLensMake: CFString = "LensMake"
/// What kind of lens it is.
public let kCGImagePropertyExifLensModel: CFString = "LensModel"
/// What somebody had to say about it.
public let kCGImagePropertyExifUserComment: CFString = "UserComment"

/// Who made the camera.
public let kCGImagePropertyTIFFMake: CFString = "Make"
/// What kind of camera it is.
public let kCGImagePropertyTIFFModel: CFString = "Model"
/// What program wrote the file.
public let kCGImagePropertyTIFFSoftware: CFString = "Software"
/// When the file was written.
public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
/// How the picture is to be turned and mirrored, from 1 to 8.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// Pixels across a unit of length.
public let kCGImagePropertyTIFFXResolution: CFString = "XResolution"
/// Pixels down a unit of length.
public let kCGImagePropertyTIFFYResolution: CFString = "YResolution"
/// 2 for inches, 3 for centimetres.
public let kCGImagePropertyTIFFResolutionUnit: CFString = "ResolutionUnit"
/// Who took it.
public let kCGImagePropertyTIFFArtist: CFString = "Artist"
/// Whose it is.
public let kCGImagePropertyTIFFCopyright: CFString = "Copyright"
/// What it shows.
public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"

/// Degrees from the equator.
public let kCGImagePropertyGPSLatitude: CFString = "Latitude"
/// `N` or `S`.
public let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// Degrees from Greenwich.
public let kCGImagePropertyGPSLongitude: CFString = "Longitude"
/// `E` or `W`.
public let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// Metres from the level of the sea.
public let kCGImagePropertyGPSAltitude: CFString = "Altitude"
/// 0 for above it, 1 for below.
public let kCGImagePropertyGPSAltitudeRef: CFString = "AltitudeRef"
